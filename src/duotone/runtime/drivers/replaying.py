"""Replay: a log is folded again, and each event held against what the driver had asked for when it was written."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from duotone.errors import BadTransition
from duotone.runtime.commands import Call, Command, Driver, Finish, Record
from duotone.runtime.drivers.course import Course
from duotone.runtime.drivers.transitions import FINAL, Phase
from duotone.runtime.events import Draft, Event
from duotone.runtime.outcomes import Outcome, Status

__all__ = ["Moment", "ReplayedDriver", "replay"]


class ReplayedDriver(Driver, Protocol):
    """A driver whose run and steps can be looked at."""

    course: Course


@dataclass(frozen=True, slots=True)
class Moment:
    """The state after one event; `problem` says why the event should not be there, or is None."""

    event: Event
    status: Status | None
    step: str | None
    phase: Phase | None
    problem: str | None = None


def replay(driver: ReplayedDriver, events: Iterable[Event], *, is_open: bool = False) -> Iterator[Moment]:
    """Fold the events of a run into a driver of its own, and yield the state after each, with what is wrong with it.

    What others write (signals, late returns) may stand before events whose writer had not seen it yet, so it is taken
    in when something follows from it. In an open saga the caller starts steps and says when it ends. After an event
    that can't be folded there is no state that could be checked, so that is the last one.
    """
    unseen: deque[Event] = deque()
    for event in events:
        if _is_foreign(event):
            unseen.append(event)
            yield _moment(driver, event, None)
            continue
        problem = _problem(driver, event, unseen, is_open=is_open)
        try:
            driver.apply(event)
        except BadTransition as error:
            yield _moment(driver, event, str(error))
            return
        yield _moment(driver, event, problem)
    for late in unseen:
        driver.apply(late)


def _is_foreign(event: Event) -> bool:
    return event.kind.startswith("signal.") or event.kind.endswith(".late")


def _moment(driver: ReplayedDriver, event: Event, problem: str | None) -> Moment:
    name: Any = event.data.get("step")
    step = driver.course.steps.known.get(name)
    return Moment(event, driver.course.run.status, name, step.phase if step else None, problem)


def _problem(driver: ReplayedDriver, event: Event, unseen: deque[Event], *, is_open: bool) -> str | None:
    """Return why nobody asked for an event; what others wrote is taken in as far as that explains it."""
    for _ in range(_seen_by_then(event, unseen)):
        driver.apply(unseen.popleft())
    while True:
        if _is_expected(driver, event, is_open=is_open):
            return None
        if not unseen:
            return f"{event.kind} of {event.data.get('step') or event.run} was not asked for at event {event.seq}"
        driver.apply(unseen.popleft())


def _seen_by_then(event: Event, unseen: Sequence[Event]) -> int:
    """Return how much of what others wrote the writer of an event must have seen."""
    if event.kind in {"run.claimed", "run.resumed"}:
        return len(unseen)
    if event.kind != "step.decided":
        return 0
    step = event.data["step"]
    signals = [place for place, one in enumerate(unseen, 1) if one.kind == "signal.decide" and one.data["step"] == step]
    return signals[-1] if signals else 0


def _is_expected(driver: ReplayedDriver, event: Event, *, is_open: bool) -> bool:
    if event.kind in {"step.ended", "undo.ended"}:
        return _has_ended(driver, event)
    check = _ASKED.get(event.kind)
    return check is None or _is_from_outside(driver, event, is_open=is_open) or check(driver.decide(event.at), event)


def _is_from_outside(driver: ReplayedDriver, event: Event, *, is_open: bool) -> bool:
    """Tell whether somebody else than the driver may have wanted an event."""
    status, data = driver.course.run.status, event.data
    if event.kind == "run.resumed":
        return status in FINAL or (is_open and status is Status.WAITING)
    if event.kind == "step.decided":
        return data["step"] in driver.course.steps.unknown
    if not is_open or status in FINAL:
        return False
    is_end = event.kind == "run.ended" and data["status"] == Status.COMPLETED
    return is_end or event.kind in {"step.started", "run.undoing"}


def _is_called(commands: Sequence[Command], event: Event) -> bool:
    is_undo, step, number = event.kind.startswith("undo."), event.data["step"], event.data["attempt"]
    return any(
        command.step == step and command.number == number and command.is_undo == is_undo
        for command in commands
        if isinstance(command, Call)
    )


def _has_ended(driver: ReplayedDriver, event: Event) -> bool:
    steps, data = driver.course.steps, event.data
    name: Any = data["step"]
    is_undo = event.kind == "undo.ended"
    step = (steps.undoing if is_undo else steps.in_flight).get(name)
    if step is not None:
        return data["attempt"] == (step.undo_number if is_undo else step.number)
    # It may have been refused before it was called.
    is_refused = data["outcome"] in {Outcome.REFUSED, Outcome.CONTRACT_ERROR}
    commands: Sequence[Command] = driver.decide(event.at) if is_refused else ()
    return _is_called(commands, event) or _is_recorded(commands, event)


def _is_finished(commands: Sequence[Command], event: Event) -> bool:
    data = event.data
    return any(
        isinstance(command, Finish) and command.status == data["status"] and command.outputs == data.get("outputs")
        for command in commands
    )


def _is_recorded(commands: Sequence[Command], event: Event) -> bool:
    drafts = (draft for command in commands if isinstance(command, Record) for draft in command.drafts)
    return any(_is_same(draft, event) for draft in drafts)


def _is_same(draft: Draft, event: Event) -> bool:
    """Tell whether this is what was to be written, but for times and words."""
    keys = ("step", "attempt", "cause", "decision", "output")
    return draft.kind == event.kind and all(event.data.get(key) == draft.data.get(key) for key in keys)


_ASKED: Mapping[str, Callable[[Sequence[Command], Event], bool]] = {
    "step.started": _is_called,
    "undo.started": _is_called,
    "run.ended": _is_finished,
    **dict.fromkeys(("step.skipped", "step.retrying", "step.decided", "undo.retrying"), _is_recorded),
    **dict.fromkeys(("run.waiting", "run.resumed", "run.undoing"), _is_recorded),
}
"""The events that follow from a command, and how it is told that they do."""
