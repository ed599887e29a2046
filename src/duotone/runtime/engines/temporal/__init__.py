"""Runs on Temporal: a workflow of ours is a workflow there, and an attempt of a step an activity.

`settings` reads the address, `orders` is what goes over the wire and `payloads` keeps what is too large for it in the
log. `conductor` is the workflow: the shell and the driver of every engine, on the clock and the timers of Temporal.
`activities` are what it has done by workers, `serving` is the client and the workers of one runtime.
"""

from __future__ import annotations

from duotone.runtime.engines.temporal.engine import TemporalEngine

__all__ = ["TemporalEngine"]
