"""Runs that survive: one durable log, pure drivers over it, and two equal faces."""

from __future__ import annotations

from duotone.runtime.events import Event
from duotone.runtime.outcomes import Outcome, Status

__all__ = ["Event", "Outcome", "Status"]
