"""What a driver asks of the shell: data without color, which the shell turns into calls and events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from duotone.runtime.events import Draft, Event, Json
from duotone.runtime.outcomes import Fault, Status

__all__ = ["Call", "Command", "Driver", "Finish", "Record", "Sleep", "Stop", "Wait"]


@dataclass(frozen=True, slots=True)
class Call:
    """Start an attempt of a step, or of its undo."""

    step: str
    number: int
    unit: str
    arguments: Mapping[str, Json] = field(default_factory=dict[str, Json])
    timeout: float | None = None
    is_undo: bool = False
    is_cut_short: bool = False
    """Whether its timeout is what the run has left, so that who runs out of it was stopped, and has not failed."""


@dataclass(frozen=True, slots=True)
class Record:
    """Write events that need no work, such as a step that is skipped."""

    drafts: Sequence[Draft]


@dataclass(frozen=True, slots=True)
class Sleep:
    """Nothing to start before this time, unless an attempt ends or a signal comes."""

    until: float


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing goes on before somebody decides; the reason says who and what."""

    reason: str


@dataclass(frozen=True, slots=True)
class Stop:
    """End the attempt of a step that is in flight, since its result is not needed."""

    step: str
    reason: str


@dataclass(frozen=True, slots=True)
class Finish:
    """The run has ended. `todo` says what a person must do where the run could not clean up after itself."""

    status: Status
    outputs: Json = None
    fault: Fault | None = None
    todo: Sequence[str] = ()


Command: TypeAlias = Call | Record | Sleep | Wait | Stop | Finish


class Driver(Protocol):
    """A pure fold of a run's events, and the commands that follow from it; no I/O, no clock, no color."""

    def apply(self, event: Event | Draft) -> None:
        """Take in one event of the run. The same events always give the same state."""

    def decide(self, now: float) -> Sequence[Command]:
        """Return what is to be done; asked again after each event, and the same events give the same answer.

        `Call`, `Record` and `Finish` are asked for until the events are applied that they lead to: `step.started` or
        `undo.started`, the drafts, `run.ended`. `Stop`, `Sleep` and `Wait` hold for as long as nothing changes: to be
        asked for them again means nothing more.
        """
        ...
