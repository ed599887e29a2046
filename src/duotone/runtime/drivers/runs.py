"""A run as its own events tell it: its status, its deadline, who wants it to end and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from duotone.runtime.drivers.transitions import FINAL, move_run
from duotone.runtime.events import Json
from duotone.runtime.outcomes import Fault, Status

__all__ = ["Ending", "Run", "fault_of"]


@dataclass(frozen=True, slots=True)
class Ending:
    """Why a run can't be completed. `cause` is the status with which it ends if there is nothing to undo."""

    cause: Status
    because: str
    fault: Fault | None = None

    def to_json(self) -> Mapping[str, Json]:
        """Return this as data of `run.undoing`."""
        fault = self.fault.to_json() if self.fault else None
        return {"status": Status.UNDOING, "because": self.because, "cause": self.cause, "fault": fault}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Ending:
        """Return the reason of a `run.undoing`; one that names no cause is that of a failure."""
        return cls(Status(data.get("cause") or Status.FAILED), data.get("because") or "", fault_of(data.get("fault")))


def fault_of(data: Mapping[str, Any] | None) -> Fault | None:
    """Return a fault as an event keeps it."""
    return None if data is None else Fault(data["type"], data["message"], data.get("retryable", True))


@dataclass(slots=True)
class Run:
    """The state of a run, without its steps."""

    id: str = ""
    status: Status | None = None
    deadline: float | None = None
    closes: float | None = None
    """When the time of its session is over."""
    cancelled: str | None = None
    """Why somebody wants it to end, or None."""
    cause: Status = Status.CANCELLED
    """How it ends if somebody wants it to: cancelled, or timed out where that is somebody who keeps the time."""
    ending: Ending | None = None
    reason: str = ""
    """What it waits for."""

    def apply(self, kind: str, data: Mapping[str, Any], run: str | None) -> bool:
        """Take in one event about the run as a whole; returns whether one that had ended goes on with it."""
        if kind == "signal.cancel":
            self._end_for(data)
            return False
        if kind == "run.started":
            self.id = run or self.id
            self.deadline = data.get("deadline")
        self.closes = data.get("closes", self.closes)
        before = self.status
        asked = Status(data["status"])
        if kind != "run.claimed" or asked is not before:
            self.status = move_run(self.id, before, asked)
        if kind == "run.waiting":
            self.reason = data.get("reason") or ""
        elif kind == "run.undoing":
            self.ending = Ending.from_json(data)
        return before in FINAL and asked is Status.RUNNING and self._reopen(data)

    def _end_for(self, data: Mapping[str, Any]) -> None:
        self.cause = Status(data.get("cause") or Status.CANCELLED)
        reason = str(data.get("reason"))
        is_asked = self.cause is Status.CANCELLED
        self.cancelled = f"cancelled by {data.get('by')}: {reason}" if is_asked else reason

    def _reopen(self, data: Mapping[str, Any]) -> bool:
        # What ended it once would end it again at once.
        self.cancelled, self.cause = None, Status.CANCELLED
        self.ending = None
        self.deadline = data.get("deadline")
        return True

    @property
    def until(self) -> float | None:
        """When the run is to have ended, by its own deadline or with its session."""
        times = [time for time in (self.deadline, self.closes) if time is not None]
        return min(times, default=None)

    def wants_to_end(self, now: float) -> Ending | None:
        """Return why the run is to end although its steps could go on."""
        if self.cancelled is not None:
            kind = "Cancelled" if self.cause is Status.CANCELLED else "TimedOut"
            return Ending(self.cause, self.cancelled, Fault(kind, self.cancelled, is_retryable=False))
        if self.deadline is not None and now >= self.deadline:
            return _timed_out("the deadline of the run has passed")
        if self.closes is not None and now >= self.closes:
            return _timed_out("the time of its session is over")
        return None

    def to_json(self) -> Mapping[str, Json]:
        """Return the state as JSON."""
        return {
            "id": self.id,
            "status": self.status,
            "deadline": self.deadline,
            "closes": self.closes,
            "cancelled": self.cancelled,
            "cause": self.cause,
            "ending": self.ending.to_json() if self.ending else None,
            "reason": self.reason,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Run:
        """Return the state that `to_json` has written."""
        run = cls(**data)
        run.status, run.cause = Status(run.status) if run.status else None, Status(run.cause)
        run.ending = Ending.from_json(data["ending"]) if data["ending"] else None
        return run


def _timed_out(text: str) -> Ending:
    return Ending(Status.TIMED_OUT, text, Fault("TimedOut", text, is_retryable=False))
