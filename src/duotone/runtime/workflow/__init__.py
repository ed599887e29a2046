"""Workflows as they are written: read with their lines, checked before they run, and evaluated step by step."""

from __future__ import annotations

from duotone.runtime.workflow.loading import from_json, load, loads
from duotone.runtime.workflow.model import (
    Definition,
    InputDefinition,
    OnError,
    Policy,
    RetryDefinition,
    StepDefinition,
    StepKind,
)
from duotone.runtime.workflow.scoping import Cell, accepted, arguments, broken, cells, condition, outputs

__all__ = [
    "Cell",
    "Definition",
    "InputDefinition",
    "OnError",
    "Policy",
    "RetryDefinition",
    "StepDefinition",
    "StepKind",
    "accepted",
    "arguments",
    "broken",
    "cells",
    "condition",
    "from_json",
    "load",
    "loads",
    "outputs",
]
