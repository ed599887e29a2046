"""The course of a run: what sagas and workflows have in common, from the fold of their events to how they end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

from duotone.runtime.commands import Call, Command, Finish, Record, Sleep, Stop, Wait
from duotone.runtime.drivers.records import Plan, Step
from duotone.runtime.drivers.runs import Ending, Run, fault_of
from duotone.runtime.drivers.steps import Steps
from duotone.runtime.drivers.transitions import Phase
from duotone.runtime.drivers.undoing import Undo
from duotone.runtime.events import Draft, Event, Json
from duotone.runtime.outcomes import Fault, Outcome, Status

__all__ = ["Course"]

_CHANGING = frozenset({"step.ended", "step.late", "step.decided", "undo.late"})
_UNDECIDED = frozenset({Phase.IN_FLIGHT, Phase.UNKNOWN})
_STOPPED = frozenset({Outcome.CANCELLED, Outcome.ABANDONED})


class Course:
    """The fold of a run and of its steps, and the commands that follow from it whatever kind of run it is."""

    def __init__(self, run: Run | None = None, steps: Steps | None = None) -> None:
        self.run = run or Run()
        self.steps = steps or Steps()
        self.decisions: dict[str, Mapping[str, Any]] = {}
        self._undo = Undo(self.run, self.steps)
        self._stops: tuple[str, dict[str, Stop]] = ("", {})

    def apply(self, event: Event | Draft) -> tuple[Step | None, bool]:
        """Take in one event; returns the step that it is about, and whether a run that had ended goes on with it."""
        kind, data = event.kind, event.data
        step = self.steps.apply(kind, data)
        if step is not None:
            if kind in _CHANGING:
                self._undo.forget()
            if self.decisions and step.phase is not Phase.UNKNOWN:
                self.decisions.pop(step.name, None)
            return step, False
        if kind.startswith("run.") or kind == "signal.cancel":
            return None, self.run.apply(kind, data, event.run)
        if kind == "signal.decide":
            self._take_decision(data)
        return None, False

    def _take_decision(self, said: Mapping[str, Any]) -> None:
        """Keep what somebody decides about a step that has no outcome; about any other there is nothing to decide."""
        step = self.steps.known.get(said["step"])
        if step is not None and step.phase in _UNDECIDED:
            self.decisions[step.name] = said

    def undo(self, now: float) -> list[Command]:
        """Return what follows in a run that is being undone: what is in flight is stopped first."""
        ending = self.run.ending
        return self.stops(ending.because if ending else "the run is undone") or self._undo.decide(now)

    def end(self, ending: Ending, *, for_lack_of_undo: bool = True) -> list[Command]:
        """Return what follows when a run can't be completed: stop what is in flight, then undo, or end.

        `for_lack_of_undo` says whether a step that can't be undone is reason enough to escalate.
        """
        if self.steps.in_flight:
            return self.stops(ending.because)
        if any(step.needs_undo and (for_lack_of_undo or step.has_undo) for step in self.steps):
            return [self.record("run.undoing", ending.to_json())]
        return [Finish(ending.cause, fault=ending.fault)]

    def stops(self, reason: str) -> list[Command]:
        """Return a stop for all that is in flight; asked for until it has ended."""
        in_flight = self.steps.in_flight
        if not in_flight:
            return []
        if self._stops[0] != reason:
            self._stops = reason, {}
        known = self._stops[1]
        return [known.get(name) or known.setdefault(name, Stop(name, reason)) for name in in_flight]

    def record(self, kind: str, data: Mapping[str, Json]) -> Record:
        """Return one event to be written."""
        return Record([Draft(kind, data, self.run.id)])

    def _decided(self) -> list[Command]:
        """Return what is known of steps that would otherwise be called again or waited for, to be written down."""
        drafts = [
            Draft("step.decided", {key: said[key] for key in said if key != "run"}, self.run.id)
            for name, said in self.decisions.items()
            if name in self.steps.unknown
        ]
        for step in self.steps.adoptable():
            if step.name not in self.decisions:
                data = {"step": step.name, "decision": "committed", "by": "its late return", "result": step.late_result}
                drafts.append(Draft("step.decided", data, self.run.id))
        return [Record(drafts), *self.resume()] if drafts else []

    def ending(self, failed: Step | None, now: float) -> Ending | None:
        """Return why the run can't be completed, if it can't. A step that was only stopped is no reason of its own."""
        wanted = self.run.wants_to_end(now)
        if failed is None or (wanted and (wanted.cause is Status.CANCELLED or _was_stopped(failed))):
            return wanted
        text = f"step {failed.name!r} ended {failed.outcome}"
        return Ending(Status.FAILED, text, fault_of(failed.fault) or Fault("StepFailed", text))

    def go_on(
        self, now: float, first: list[Command], more: Iterable[Step] = (), room: int | None = None
    ) -> list[Command]:
        """Return `first` and calls of what is due and of `more`; if there is nothing to do, what the run waits for."""
        decided = self._decided() if self.decisions or self.steps.late else []
        if decided:
            return decided
        # What is written first may be about a step that is due as well.
        is_written = bool(first) and any(isinstance(command, Record) for command in first)
        commands = first if is_written else [*first, *self._calls(now, more, room)]
        if commands and self.run.status is Status.WAITING:
            return self.resume()
        wake, deadline = self.steps.next_wake(), self.run.until
        if not commands and self.steps.unknown and not self.steps.in_flight and wake is None:
            commands = self._wait()
        if wake is None and deadline is None:
            return commands
        times = [time for time in (wake, deadline) if time is not None and time > now]
        return [*commands, Sleep(min(times))] if times else commands

    def _calls(self, now: float, more: Iterable[Step], room: int | None) -> list[Command]:
        """Return calls of steps that are due, as many as there is room for, and notes of those that must wait."""
        commands: list[Command] = []
        pauses: list[Draft] = []
        for step in chain(self.steps.awake(now), self.steps.due.values(), more):
            if step.plan is None:
                continue  # its caller has not come to it yet
            delay = self._delay(step, step.plan)
            if delay:
                data: dict[str, Json] = {"step": step.name, "attempt": step.number + 1, "at": now + delay}
                pauses.append(Draft("step.retrying", data, self.run.id))
            elif room is None or len(commands) < room:
                commands.append(_call(step, step.plan))
            else:
                break
        return [Record(pauses), *commands] if pauses else commands

    def _delay(self, step: Step, plan: Plan) -> float:
        if step.phase is not Phase.FAILED:
            return 0.0
        return plan.retry.delay_before(step.failures + 1, f"{self.run.id}/{step.name}")

    def _wait(self) -> list[Command]:
        """Return that a person is waited for, after that is written down."""
        reason = self.question()
        if self.run.status is Status.WAITING:
            return [Wait(reason)]
        return [self.record("run.waiting", {"status": Status.WAITING, "reason": reason})]

    def question(self) -> str:
        """Return what somebody has to decide."""
        names = ", ".join(self.steps.unknown)
        said = "".join(f"; {step.question}" for step in self.steps.unknown.values() if step.question)
        return f"nobody knows whether {names} took effect; decide: committed, failed or retry{said}"

    def resume(self) -> list[Command]:
        """Return the note that a run which waited goes on, if it did."""
        if self.run.status is Status.WAITING:
            return [self.record("run.resumed", {"status": Status.RUNNING})]
        return []

    def to_json(self) -> Mapping[str, Json]:
        """Return the state as JSON."""
        return {
            "run": self.run.to_json(),
            "steps": self.steps.to_json(),
            "decisions": [dict(said) for said in self.decisions.values()],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Course:
        """Return the state that `to_json` has written."""
        course = cls(Run.from_json(data["run"]), Steps.from_json(data["steps"]))
        course.decisions = {said["step"]: said for said in data["decisions"]}
        return course


def _call(step: Step, plan: Plan) -> Call:
    return Call(step.name, step.number + 1, plan.unit, plan.arguments, plan.timeout)


def _was_stopped(step: Step) -> bool:
    """Tell whether a step was only stopped: while it went on, or before it could begin."""
    is_late = step.outcome is Outcome.REFUSED and (step.fault or {}).get("type") == "Cancelled"
    return is_late or step.outcome in _STOPPED
