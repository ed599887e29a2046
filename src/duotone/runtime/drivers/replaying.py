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

    In an open saga (`is_open`) the caller starts steps and says when it ends. After an event that can't be folded
    there is no state that could be checked, so that is the last one.
    """
    check = _Check(driver, is_open=is_open)
    for event in events:
        try:
            problem = check.take(event)
        except BadTransition as error:
            yield check.moment(event, str(error))
            return
        yield check.moment(event, problem)
    check.catch_up()


class _Check:
    """Holds events against what the driver asks for, with the leeway that whoever wrote them had.

    1. What is asked for at once is done one after the other, even if the first of it changes what would be asked for.
    2. What was asked for at one time is written at a later one.
    3. What others write (signals, late returns) is seen later than it is written.
    """

    def __init__(self, driver: ReplayedDriver, *, is_open: bool) -> None:
        self._driver = driver
        self._is_open = is_open
        self._unseen: deque[Event] = deque()
        self._asked: list[Command] = []
        self._at = 0.0

    def take(self, event: Event) -> str | None:
        """Fold an event; returns why it should not be there, or None."""
        if event.kind.startswith("signal.") or event.kind.endswith(".late"):
            self._unseen.append(event)
            return None
        self.catch_up(self._seen_by_then(event))
        is_expected = self._is_expected(event)
        while not is_expected and self._unseen:
            self.catch_up(1)
            is_expected = self._is_expected(event)
        self._driver.apply(event)
        self._at = event.at
        if is_expected:
            return None
        return f"{event.kind} of {event.data.get('step') or event.run} was not asked for at event {event.seq}"

    def catch_up(self, count: int | None = None) -> None:
        """Let the driver see so much of what others wrote, or all of it."""
        for _ in range(len(self._unseen) if count is None else count):
            self._driver.apply(self._unseen.popleft())

    def moment(self, event: Event, problem: str | None) -> Moment:
        """Return how things stand after an event."""
        course = self._driver.course
        name: Any = event.data.get("step")
        step = course.steps.known.get(name)
        return Moment(event, course.run.status, name, step.phase if step else None, problem)

    def _seen_by_then(self, event: Event) -> int:
        """Return how much of what others wrote the writer of an event must have seen."""
        if event.kind in {"run.claimed", "run.resumed"}:
            return len(self._unseen)
        if event.kind != "step.decided":
            return 0
        signals = enumerate(self._unseen, 1)
        step = event.data["step"]
        return max(
            (place for place, one in signals if one.data["step"] == step and one.kind == "signal.decide"), default=0
        )

    def _is_expected(self, event: Event) -> bool:
        check = _ASKED.get(event.kind)
        if check is None or self._was_in_flight(event) or check(self._asked, event):
            return True
        self._asked = [*self._driver.decide(self._at), *self._driver.decide(event.at)]
        return check(self._asked, event) or self._is_from_outside(event)

    def _is_from_outside(self, event: Event) -> bool:
        """Tell whether an event came from elsewhere than from a command."""
        course, data = self._driver.course, event.data
        match event.kind:
            case "run.resumed":
                return course.run.status in FINAL or (self._is_open and course.run.status is Status.WAITING)
            case "step.decided":
                return data["step"] in course.steps.unknown
            case "run.undoing":
                return self._is_open or data.get("by") is not None
            case "run.ended":
                return self._is_open and data["status"] == Status.COMPLETED
            case _:
                return self._is_open and event.kind == "step.started"

    def _was_in_flight(self, event: Event) -> bool:
        """Tell whether this is the end of an attempt that was in flight; what is asked for then is another matter."""
        steps, data = self._driver.course.steps, event.data
        is_undo = event.kind == "undo.ended"
        if not is_undo and event.kind != "step.ended":
            return False
        name: Any = data["step"]
        step = (steps.undoing if is_undo else steps.in_flight).get(name)
        if step is None or data["attempt"] != (step.undo_number if is_undo else step.number):
            return False
        self._asked = []
        return True


def _is_refused(commands: Sequence[Command], event: Event) -> bool:
    """Tell whether a step ended before it was called, which was asked for or found to be impossible."""
    is_refusal = event.data["outcome"] in {Outcome.REFUSED, Outcome.CONTRACT_ERROR}
    return is_refusal and (_is_called(commands, event) or _is_recorded(commands, event))


def _is_called(commands: Sequence[Command], event: Event) -> bool:
    is_undo, step, number = event.kind.startswith("undo."), event.data["step"], event.data["attempt"]
    return any(
        command.step == step and command.number == number and command.is_undo == is_undo
        for command in commands
        if isinstance(command, Call)
    )


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
    "step.ended": _is_refused,
    "undo.ended": _is_refused,
    "run.ended": _is_finished,
    **dict.fromkeys(("step.skipped", "step.retrying", "step.decided", "undo.retrying"), _is_recorded),
    **dict.fromkeys(("run.waiting", "run.resumed", "run.undoing"), _is_recorded),
}
"""The events that follow from a command, and how it is told that they do."""
