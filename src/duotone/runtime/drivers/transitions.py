"""The one table of transitions: every change of a run's status and of a step's phase goes through it, or is refused."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from duotone.errors import BadTransition
from duotone.runtime.outcomes import Status

__all__ = ["FINAL", "RESUMABLE", "RUN_MOVES", "STEP_MOVES", "Phase", "move_run", "move_step"]


class Phase(StrEnum):
    """Where a step is."""

    PENDING = "pending"
    IN_FLIGHT = "in_flight"
    RETRYING = "retrying"
    """Failed, and waiting for the time of its next attempt."""
    COMMITTED = "committed"
    FAILED = "failed"
    """Its last attempt ended, and not well; another one may be due at once."""
    SKIPPED = "skipped"
    UNKNOWN = "unknown"
    """Started, and nobody knows how it ended."""
    UNDOING = "undoing"
    UNDONE = "undone"
    UNDO_FAILED = "undo_failed"
    """The last attempt of its undo ended, and not well; another one may be due."""


RESUMABLE = frozenset({Status.FAILED, Status.CANCELLED, Status.TIMED_OUT})
"""How a run can have ended that may still go on: nothing of it was undone."""

FINAL = frozenset(status for status in Status if status.is_final)
"""How a run can have ended."""

RUN_MOVES: Mapping[Status | None, frozenset[Status]] = {
    None: frozenset({Status.RUNNING}),
    Status.RUNNING: frozenset({Status.WAITING, Status.UNDOING, Status.COMPLETED}) | RESUMABLE,
    Status.WAITING: frozenset({Status.RUNNING, Status.UNDOING}) | RESUMABLE,
    Status.UNDOING: frozenset({Status.COMPENSATED, Status.ESCALATED}) | RESUMABLE,
    Status.FAILED: frozenset({Status.RUNNING, Status.UNDOING}),
    Status.CANCELLED: frozenset({Status.RUNNING, Status.UNDOING}),
    Status.TIMED_OUT: frozenset({Status.RUNNING, Status.UNDOING}),
    Status.COMPLETED: frozenset({Status.UNDOING}),
    Status.COMPENSATED: frozenset(),
    Status.ESCALATED: frozenset(),
}
"""What the status of a run may become. An undoing run ends as if nothing was undone when nothing had to be.

One that has ended is undone only as a part of another run.
"""

STEP_MOVES: Mapping[Phase, frozenset[Phase]] = {
    # A step that is refused before its call fails without having been in flight. One that is to be called again after
    # its run was resumed may turn out to have worked, or to be undone.
    Phase.PENDING: frozenset({Phase.IN_FLIGHT, Phase.COMMITTED, Phase.SKIPPED, Phase.FAILED, Phase.UNDOING}),
    Phase.IN_FLIGHT: frozenset({Phase.COMMITTED, Phase.FAILED, Phase.UNKNOWN}),
    # One that returned late is committed instead of being called again.
    Phase.RETRYING: frozenset({Phase.IN_FLIGHT, Phase.COMMITTED, Phase.SKIPPED, Phase.PENDING, Phase.UNDOING}),
    Phase.FAILED: frozenset(
        {Phase.IN_FLIGHT, Phase.RETRYING, Phase.COMMITTED, Phase.SKIPPED, Phase.PENDING, Phase.UNKNOWN, Phase.UNDOING}
    ),
    Phase.UNKNOWN: frozenset(
        {Phase.IN_FLIGHT, Phase.COMMITTED, Phase.FAILED, Phase.SKIPPED, Phase.PENDING, Phase.UNDOING}
    ),
    Phase.COMMITTED: frozenset({Phase.UNDOING}),
    Phase.SKIPPED: frozenset({Phase.PENDING, Phase.UNDOING}),
    Phase.UNDOING: frozenset({Phase.UNDONE, Phase.UNDO_FAILED}),
    Phase.UNDO_FAILED: frozenset({Phase.UNDOING}),
    Phase.UNDONE: frozenset(),
}
"""What the phase of a step may become. A committed step is never called again: all that is left to it is its undo."""


def move_run(run: str, status: Status | None, asked: Status) -> Status:
    """Return the status that was asked for; raises `BadTransition` if it doesn't follow from this one."""
    allowed = RUN_MOVES[status]
    if asked not in allowed:
        what = f"run {run!r}"
        raise BadTransition(what, status or "not started", asked, sorted(allowed))
    return asked


def move_step(step: str, phase: Phase, asked: Phase) -> Phase:
    """Return the phase that was asked for; raises `BadTransition` if it doesn't follow from this one."""
    allowed = STEP_MOVES[phase]
    if asked not in allowed:
        what = f"step {step!r}"
        raise BadTransition(what, phase, asked, sorted(allowed))
    return asked
