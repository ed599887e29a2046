"""Where a unit runs: what the log says of it, so that nobody has to work it out from colors."""

from __future__ import annotations

from typing import Literal, TypeAlias

from duotone.runtime.units import AnyUnit

__all__ = ["Side", "Whereabouts", "whereabouts"]

Side: TypeAlias = Literal["sync", "async"]
"""The color of a run."""

Whereabouts: TypeAlias = Literal["loop", "worker", "thread", "bridge"]
"""On the loop of an async run, on a worker, on the thread of a sync run, or on the loop that sync runs share."""


def whereabouts(unit: AnyUnit, timeout: float | None, side: Side) -> Whereabouts:
    """Return where the crew of a run of this color runs a unit."""
    if side == "async":
        return "loop" if unit.is_async or unit.blocking is False else "worker"
    if unit.is_async:
        return "bridge"
    return "worker" if unit.home is not None or unit.color.is_async or timeout is not None else "thread"
