"""The driver of sagas: steps one after the other, or as their caller adds them, all undone when one of them fails."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from duotone.errors import BadTransition, NeedsDecision
from duotone.runtime.commands import Command, Finish
from duotone.runtime.drivers.course import Course
from duotone.runtime.drivers.fanout import Fanout
from duotone.runtime.drivers.groups import Group, Groups
from duotone.runtime.drivers.records import Plan, Step
from duotone.runtime.drivers.runs import Ending
from duotone.runtime.drivers.transitions import FINAL, Phase, move_run
from duotone.runtime.drivers.undoing import leftovers
from duotone.runtime.events import Draft, Event, Json
from duotone.runtime.outcomes import Fault, Status

__all__ = ["Group", "Plan", "SagaDriver"]

_DONE = frozenset({Phase.COMMITTED, Phase.SKIPPED})
_OPEN_AGAIN = frozenset({Phase.FAILED, Phase.RETRYING, Phase.SKIPPED})


class SagaDriver:
    """What a saga does next.

    A declared saga calls its parts in their order, undoes them when one fails, and finishes after the last one. An
    open one (`is_open`) calls what its caller adds, at once; a failure is the caller's to handle, who says when to
    undo (`begin_undo`) and when all is done (`finish`). Cancellation and deadline end both.

    `Call`, `Record` and `Finish` are asked for until the events are applied that they lead to; `Stop`, `Sleep` and
    `Wait` hold for as long as nothing changes, and being asked for again they mean nothing more.
    """

    def __init__(self, parts: Sequence[Plan | Group] = (), *, is_open: bool = False) -> None:
        self.course = Course()
        self.is_open = is_open
        self._parts = tuple(parts)
        self._turn = 0
        self._groups = Groups(self.course.steps)
        self._enter()
        self._advance()

    def add(self, part: Plan | Group) -> None:
        """Let a step, or steps that go on together, be called; one that has ended well stays as it is."""
        steps = self.course.steps
        for plan in part.plans if isinstance(part, Group) else (part,):
            steps.make_due(steps.expect(plan))
        if isinstance(part, Group):
            self._groups.add(part)

    def step(self, name: str) -> Step:
        """Return how far a step has come; raises `NoSuchStep`."""
        return self.course.steps[name]

    def fanout(self, name: str) -> Fanout:
        """Return how far a group has come."""
        return self._groups[name]

    def is_over(self, name: str) -> bool:
        """Return whether a step or group has ended, so that its caller can have what it gave."""
        fanout = self._groups.get(name)
        if fanout is not None:
            return fanout.is_over
        return name in self.course.steps and self.course.steps[name].is_settled

    def result(self, name: str) -> Json:
        """Return what a step or group gave that has ended well."""
        steps, fanout = self.course.steps, self._groups.get(name)
        return steps[name].result if fanout is None else fanout.result(lambda branch: steps[branch].result)

    def apply(self, event: Event | Draft) -> None:
        """Take in one event of the run; raises `BadTransition` for one that can't follow."""
        step, goes_on = self.course.apply(event)
        if goes_on:
            self._reset()
        elif step is not None and step.is_settled:
            self._groups.settle(step)
            self._advance()

    def decide(self, now: float) -> list[Command]:
        """Return what is to be done; see the class for what may be repeated."""
        course = self.course
        status = course.run.status
        if status is None or status in FINAL:
            return []
        if status is Status.UNDOING:
            return course.undo(now)
        if not self.is_open and self._turn == len(self._parts) and course.run.cancelled is None:
            return course.resume() or [self.finish(self._outputs())]
        ending = course.ending(None if self.is_open else self._failed(), now)
        if ending is not None:
            return course.end(ending)
        return course.go_on(now, self._groups.prunings(course.run.id))

    def begin_undo(self, because: str, *, cause: Status = Status.COMPENSATED, fault: Fault | None = None) -> Draft:
        """Return the event with which a saga begins to undo what it did; `decide` tells the rest once it is applied.

        `cause` is how the saga ends if there is nothing to undo: `FAILED` when an error is the reason, else `CANCELLED`
        or `TIMED_OUT`. Raises `BadTransition` if the saga has ended.
        """
        run = self.course.run
        if run.status in FINAL:
            raise BadTransition(f"run {run.id!r}", str(run.status), Status.UNDOING, ())
        move_run(run.id, run.status, Status.UNDOING)
        return Draft("run.undoing", Ending(cause, because, fault).to_json(), run.id)

    def finish(self, outputs: Json = None) -> Finish:
        """Return the end of a saga that is done.

        Raises `BadTransition` while steps are in flight or if it has ended, and `NeedsDecision` while nobody knows how
        a step ended.
        """
        run, steps = self.course.run, self.course.steps
        if steps.in_flight:
            what, state = f"run {run.id!r}", f"running {', '.join(steps.in_flight)}"
            raise BadTransition(what, state, Status.COMPLETED, [Status.UNDOING])
        if steps.unknown:
            raise NeedsDecision(run.id, list(steps.unknown))
        return Finish(move_run(run.id, run.status, Status.COMPLETED), outputs, todo=leftovers(steps))

    def _outputs(self) -> Json:
        names = [part.name if isinstance(part, Group) else part.step for part in self._parts]
        return {name: self.result(name) for name in names}

    def _failed(self) -> Step | None:
        if self._turn == len(self._parts):
            return None
        part = self._parts[self._turn]
        steps = self.course.steps
        if isinstance(part, Group):
            fanout = self._groups[part.name]
            return steps[fanout.losers[0]] if fanout.is_lost else None
        step = steps[part.step]
        return step if step.phase is Phase.FAILED and not step.will_retry else None

    def _enter(self) -> None:
        if self._turn < len(self._parts):
            self.add(self._parts[self._turn])

    def _advance(self) -> None:
        while self._turn < len(self._parts) and self._is_done(self._parts[self._turn]):
            self._turn += 1
            self._enter()

    def _is_done(self, part: Plan | Group) -> bool:
        if isinstance(part, Group):
            fanout = self._groups[part.name]
            return fanout.is_ok and fanout.is_over
        return self.course.steps[part.step].phase in _DONE

    def _reset(self) -> None:
        """Let what failed be called again. A failure after which an open saga went on is part of its story."""
        steps = self.course.steps
        for step in list(steps):
            fanout = self._groups.fanout_of(step.name)
            is_history = step.ended < steps.last_start if fanout is None else fanout.is_ok
            if step.phase in _OPEN_AGAIN and not is_history:
                steps.reset(step)
        self._groups.recount()
        self._enter()
        self._advance()

    def to_json(self) -> Mapping[str, Json]:
        """Return the state as JSON; the parts are the owner's to give again."""
        return {"course": self.course.to_json(), "turn": self._turn}

    @classmethod
    def from_json(
        cls, data: Mapping[str, Any], parts: Sequence[Plan | Group] = (), *, is_open: bool = False
    ) -> SagaDriver:
        """Return the driver of these parts in the state that `to_json` has written."""
        driver = cls(is_open=is_open)
        driver.course = Course.from_json(data["course"])
        driver._groups = Groups(driver.course.steps)
        driver._parts, driver._turn = tuple(parts), data["turn"]
        for part in driver._parts[: driver._turn + 1]:
            driver.add(part)
        return driver
