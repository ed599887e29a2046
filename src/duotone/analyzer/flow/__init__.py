"""Runs every body on what its values are known to be, and follows each coroutine until it is awaited, kept or lost."""

from __future__ import annotations

from duotone.analyzer.flow.file import File, Observation, Ran
from duotone.analyzer.flow.sites import Hiding, Site, Use

__all__ = ["File", "Hiding", "Observation", "Ran", "Site", "Use"]
