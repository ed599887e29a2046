"""The steps of a run: a fold of its step and undo events into how far each step has come."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from heapq import heappop, heappush
from typing import Any, ClassVar, TypeAlias

from duotone.errors import NoSuchStep
from duotone.runtime.drivers.records import Plan, Step
from duotone.runtime.drivers.transitions import Phase, move_step
from duotone.runtime.events import Json
from duotone.runtime.outcomes import Outcome

__all__ = ["Data", "Steps"]

Data: TypeAlias = Mapping[str, Any]
"""What an event of ours says: its keys are known by its kind."""

_DOUBTFUL = frozenset(outcome for outcome in Outcome if outcome.may_have_worked)
_UNSETTLED = frozenset({Phase.PENDING, Phase.UNKNOWN})
_OUTCOMES: Mapping[str, Outcome] = {str(outcome): outcome for outcome in Outcome}


class Steps:
    """All steps that a run has heard of, by name, in the order in which they were heard of.

    `in_flight` and `undoing` are called and have not ended, `due` are to be called as soon as there is room,
    `unknown` wait for somebody who decides, `late` have returned after they were given up; `started` are the names in
    the order of their first start.
    """

    def __init__(self) -> None:
        self.known: dict[str, Step] = {}
        self.started: list[str] = []
        self.in_flight: dict[str, Step] = {}
        self.due: dict[str, Step] = {}
        self.unknown: dict[str, Step] = {}
        self.undoing: dict[str, Step] = {}
        self.late: dict[str, Step] = {}
        self.clock = 0
        self.last_start = 0
        self._sleeping: list[tuple[float, str]] = []

    def __getitem__(self, name: str) -> Step:
        try:
            return self.known[name]
        except KeyError:
            raise NoSuchStep(name, "the run", list(self.known)) from None

    def __contains__(self, name: str) -> bool:
        return name in self.known

    def __iter__(self) -> Iterator[Step]:
        return iter(self.known.values())

    def apply(self, kind: str, data: Data) -> Step | None:
        """Take in one event; returns the step that it is about, or None if it is about none.

        Raises `BadTransition` for one that can't follow from where its step is.
        """
        fold = self._folds.get(kind)
        if fold is None:
            return None
        name = data["step"]
        step = self.known.get(name)
        if step is None:
            step = self.known[name] = Step(name)
        fold(self, step, data)
        return step

    def expect(self, plan: Plan) -> Step:
        """Say how a step is meant to run; one that failed before this was known may be due again."""
        step = self.known.get(plan.step)
        if step is None:
            step = self.known[plan.step] = Step(plan.step)
        step.plan = plan
        if step.phase is Phase.FAILED and not step.will_retry and step.outcome is not None:
            self._retry_if_allowed(step, step.outcome)
        return step

    def make_due(self, step: Step) -> None:
        """Let a pending step be called."""
        if step.phase is Phase.PENDING:
            self.due[step.name] = step

    def reset(self, step: Step) -> None:
        """Let a step that ended otherwise than well be called again, since its run is resumed."""
        if step.outcome is Outcome.ABANDONED and not step.is_idempotent:
            # It may still be at work somewhere, so only a person can say whether a second one does harm.
            step.phase = move_step(step.name, step.phase, Phase.UNKNOWN)
            self.unknown[step.name] = step
        else:
            step.phase = move_step(step.name, step.phase, Phase.PENDING)
            step.failures, step.reason = 0, ""
        step.will_retry = False
        self.due.pop(step.name, None)

    def next_wake(self) -> float | None:
        """Return the first time at which a step that waits for its next attempt may be called."""
        return self._sleeping[0][0] if self._sleeping else None

    def awake(self, now: float) -> list[Step]:
        """Return the steps whose time for another attempt has come, in the order in which they failed."""
        if not self._sleeping or self._sleeping[0][0] > now:
            return []
        past = [(at, self.known[name]) for at, name in self._sleeping if at <= now]
        steps = [step for at, step in past if step.phase is Phase.RETRYING and step.at == at]
        return sorted(steps, key=lambda step: step.ended)

    def _on_started(self, step: Step, data: Data) -> None:
        phase = step.phase
        step.phase = move_step(step.name, phase, Phase.IN_FLIGHT)
        if not step.number:
            self.started.append(step.name)
        step.number = data["attempt"]
        step.unit = data.get("unit", "")
        step.key = data.get("key", "")
        step.undo = data.get("undo")
        step.has_undo = data.get("has_undo", False)
        step.has_effect = data.get("effect", True)
        step.is_idempotent = data.get("idempotent", False)
        step.arguments = data.get("arguments")
        step.will_retry = False
        self.clock += 1
        self.last_start = self.clock
        self.in_flight[step.name] = step
        self.due.pop(step.name, None)
        if phase is Phase.RETRYING:
            self._wake()
        elif phase is Phase.UNKNOWN:
            self.unknown.pop(step.name, None)

    def _on_ended(self, step: Step, data: Data) -> None:
        outcome = _OUTCOMES[data["outcome"]]
        self.in_flight.pop(step.name, None)
        self.due.pop(step.name, None)
        self.clock += 1
        step.ended = self.clock
        step.outcome = outcome
        step.fault = data.get("fault")
        if outcome in _DOUBTFUL or data.get("had_effect"):
            step.doubts.append(data["attempt"])
        if outcome is Outcome.OK:
            step.phase = move_step(step.name, step.phase, Phase.COMMITTED)
            step.result = data.get("result")
        elif outcome is Outcome.UNKNOWN:
            self._forget(step)
        else:
            step.phase = move_step(step.name, step.phase, Phase.FAILED)
            step.failures += 1
            self._retry_if_allowed(step, outcome)

    def _forget(self, step: Step) -> None:
        """Note that nobody knows how an attempt ended; that says nothing about how well another one would do.

        One that says itself that a person must decide first would say so again.
        """
        step.phase = move_step(step.name, step.phase, Phase.UNKNOWN)
        if step.is_idempotent and not step.question:
            step.will_retry = True
            self.due[step.name] = step
        else:
            self.unknown[step.name] = step

    def _retry_if_allowed(self, step: Step, outcome: Outcome) -> None:
        if step.plan is not None and step.plan.retry.allows(step.failures, outcome, step.fault):
            step.will_retry = True
            self.due[step.name] = step

    def _on_skipped(self, step: Step, data: Data) -> None:
        step.phase = move_step(step.name, step.phase, Phase.SKIPPED)
        step.result = data.get("output")
        step.reason = data.get("cause", "")
        step.will_retry = False
        self.clock += 1
        step.ended = self.clock
        self.due.pop(step.name, None)
        self.unknown.pop(step.name, None)
        self._wake()

    def _on_late(self, step: Step, data: Data) -> None:
        """Note what an attempt returned that had been given up.

        Others than the driver of the run write this, at a place in the log that the driver may not have seen when it
        went on. So the phase stays as it is, until the driver itself writes what it made of it.
        """
        attempt = data["attempt"]
        if data["outcome"] != Outcome.OK:
            if attempt in step.doubts and not data.get("had_effect"):
                step.doubts.remove(attempt)
            return
        step.has_late_result = True
        step.late_result = data.get("result")
        self.late[step.name] = step
        if attempt not in step.doubts:
            step.doubts.append(attempt)
        if step.undo_began:
            step.is_late_after_undo = True

    def _on_decided(self, step: Step, data: Data) -> None:
        decision = data["decision"]
        self.unknown.pop(step.name, None)
        self.due.pop(step.name, None)
        self.clock += 1
        step.ended = self.clock
        step.will_retry = False
        if decision == "committed":
            step.phase = move_step(step.name, step.phase, Phase.COMMITTED)
            step.outcome, step.result, step.fault = Outcome.OK, data.get("result"), None
        elif decision == "failed":
            step.phase = move_step(step.name, step.phase, Phase.FAILED)
            step.outcome = Outcome.FAILED
            step.fault = {"type": "Decided", "message": f"decided by {data.get('by')}", "retryable": False}
            step.doubts.clear()
        else:
            step.phase = move_step(step.name, step.phase, Phase.PENDING)
            self.due[step.name] = step
        self._wake()

    def _on_retrying(self, step: Step, data: Data) -> None:
        step.phase = move_step(step.name, step.phase, Phase.RETRYING)
        step.at = data["at"]
        step.will_retry = True
        self.due.pop(step.name, None)
        heappush(self._sleeping, (data["at"], step.name))

    def _wake(self) -> None:
        """Forget times at which nothing is to be done."""
        sleeping = self._sleeping
        while sleeping:
            at, name = sleeping[0]
            step = self.known[name]
            if step.phase is Phase.RETRYING and step.at == at:
                return
            heappop(sleeping)

    def _on_undo_started(self, step: Step, data: Data) -> None:
        step.phase = move_step(step.name, step.phase, Phase.UNDOING)
        step.undo_number = data["attempt"]
        step.undo_at = None
        self.undoing[step.name] = step

    def _on_undo_ended(self, step: Step, data: Data) -> None:
        outcome = _OUTCOMES[data["outcome"]]
        self.undoing.pop(step.name, None)
        step.undo_outcome = outcome
        step.undo_fault = data.get("fault")
        step.phase = move_step(step.name, step.phase, Phase.UNDONE if outcome is Outcome.OK else Phase.UNDO_FAILED)
        # An undo that was interrupted by a crash has said nothing about itself.
        if outcome is not Outcome.OK and outcome is not Outcome.UNKNOWN:
            step.undo_failures += 1

    def _on_undo_retrying(self, step: Step, data: Data) -> None:
        step.undo_at = data["at"]

    def _on_undo_late(self, step: Step, data: Data) -> None:
        step.undo_came_late |= data["outcome"] == Outcome.OK

    def adoptable(self) -> list[Step]:
        """Return the steps that are to be called again, or wait for a decision, although they have returned."""
        return [step for step in self.late.values() if step.will_retry or step.phase in _UNSETTLED]

    def to_json(self) -> Mapping[str, Json]:
        """Return the state of steps that have one, without the plans, which their owner gives again."""
        kept = [step for step in self if step.number or step.ended or step.name in self.due]
        return {
            "steps": [step.to_json() for step in sorted(kept, key=lambda step: step.name)],
            "started": list(self.started),
            "in_flight": list(self.in_flight),
            "due": list(self.due),
            "unknown": list(self.unknown),
            "undoing": list(self.undoing),
            "late": list(self.late),
            "clock": self.clock,
            "last_start": self.last_start,
        }

    @classmethod
    def from_json(cls, data: Data) -> Steps:
        """Return the state that `to_json` has written."""
        steps = cls()
        steps.known = {kept["name"]: Step.from_json(kept) for kept in data["steps"]}
        steps.started = list(data["started"])
        for name in ("in_flight", "due", "unknown", "undoing", "late"):
            setattr(steps, name, {step: steps.known[step] for step in data[name]})
        steps.clock, steps.last_start = data["clock"], data["last_start"]
        for step in steps:
            if step.phase is Phase.RETRYING and step.at is not None:
                heappush(steps._sleeping, (step.at, step.name))
        return steps

    _folds: ClassVar[Mapping[str, Callable[[Any, Step, Data], None]]] = {
        "step.started": _on_started,
        "step.ended": _on_ended,
        "step.skipped": _on_skipped,
        "step.late": _on_late,
        "step.decided": _on_decided,
        "step.retrying": _on_retrying,
        "undo.started": _on_undo_started,
        "undo.ended": _on_undo_ended,
        "undo.retrying": _on_undo_retrying,
        "undo.late": _on_undo_late,
    }
