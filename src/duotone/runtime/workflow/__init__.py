"""Workflows as they are written: read with their lines, checked before they run, and evaluated step by step."""

from __future__ import annotations

from duotone.runtime.workflow.loading import Source, from_json, load, loads
from duotone.runtime.workflow.model import (
    Definition,
    InputDefinition,
    OnError,
    StepDefinition,
    StepKind,
)
from duotone.runtime.workflow.scoping import Cell, accepted, arguments, broken, cells, condition, gathered, outputs

__all__ = [
    "Cell",
    "Definition",
    "InputDefinition",
    "OnError",
    "Source",
    "StepDefinition",
    "StepKind",
    "accepted",
    "arguments",
    "broken",
    "cells",
    "condition",
    "from_json",
    "gathered",
    "load",
    "loads",
    "outputs",
]
