"""How an attempt ends: one terminal fact, and what it means for retries and for undo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from duotone.errors import DuotoneError
from duotone.runtime.events import Json

__all__ = ["Attempt", "Fault", "Outcome", "RunResult", "Status", "words_of"]


class Outcome(StrEnum):
    """The terminal facts of an attempt."""

    OK = "ok"
    FAILED = "failed"
    CONTRACT_ERROR = "contract_error"
    TIMED_OUT = "timed_out"
    CANCELLED = "cancelled"
    ABANDONED = "abandoned"
    REFUSED = "refused"
    UNKNOWN = "unknown"
    """Started, and its process ended before the outcome was written: said of an attempt when its run is resumed."""

    @property
    def is_retryable(self) -> bool:
        """Whether another attempt can do better; a contract error or a refusal would be the same again."""
        return self in {Outcome.FAILED, Outcome.TIMED_OUT}

    @property
    def may_have_worked(self) -> bool:
        """Whether the side effect may be there, so that undo must look after it."""
        return self in {Outcome.OK, Outcome.TIMED_OUT, Outcome.CANCELLED, Outcome.ABANDONED, Outcome.UNKNOWN}


class Status(StrEnum):
    """The states of a run; a word says only what happened."""

    RUNNING = "running"
    WAITING = "waiting"
    """For a person: an approval, or a decision about a step whose outcome is unknown."""
    UNDOING = "undoing"
    COMPLETED = "completed"
    COMPENSATED = "compensated"
    FAILED = "failed"
    ESCALATED = "escalated"
    CANCELLED = "cancelled"
    TIMED_OUT = "timed_out"

    @property
    def is_final(self) -> bool:
        """Whether the run has ended; a failed, cancelled or timed-out one can still be resumed."""
        return self not in {Status.RUNNING, Status.WAITING, Status.UNDOING}


@dataclass(frozen=True, slots=True)
class Fault:
    """An error as the log keeps it."""

    type: str
    message: str
    is_retryable: bool = True

    def to_json(self) -> Mapping[str, Json]:
        """Return this as data of an event."""
        return {"type": self.type, "message": self.message, "retryable": self.is_retryable}


def words_of(error: BaseException) -> str:
    """Return what an error says, without a remedy that only those could follow who have the library at hand."""
    return error.situation if isinstance(error, DuotoneError) else str(error)


@dataclass(frozen=True, slots=True)
class Attempt:
    """One real execution of a unit that has ended, as the shell hands it to a driver.

    `had_effect` is true where the callable returned although the attempt failed: what it returned can't be kept.
    `is_written` is true where whoever made it has written its end, so that it is in the log.
    """

    step: str
    number: int
    outcome: Outcome
    result: Json = None
    fault: Fault | None = None
    seconds: float = 0.0
    had_effect: bool = False
    is_undo: bool = False
    is_written: bool = False


@dataclass(frozen=True, slots=True)
class RunResult:
    """How a run stands: its status, what it gave, why it did not, and what is left for a person to do."""

    run: str
    status: Status
    outputs: Json = None
    fault: Fault | None = None
    todo: Sequence[str] = ()
    reason: str = ""
    """What it waits for, if it waits."""
