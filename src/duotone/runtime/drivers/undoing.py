"""Undoing a run: which steps, in which order, and what is left for a person."""

from __future__ import annotations

import json

from duotone.runtime.commands import Call, Command, Finish, Record, Sleep
from duotone.runtime.drivers.records import Step
from duotone.runtime.drivers.retries import UNDO_RETRY
from duotone.runtime.drivers.runs import Ending, Run
from duotone.runtime.drivers.steps import Steps
from duotone.runtime.drivers.transitions import Phase
from duotone.runtime.events import Draft, Json
from duotone.runtime.outcomes import Outcome, Status

__all__ = ["Undo", "leftovers", "todo_of"]

_LONGEST = 200


class Undo:
    """The undo of one run: steps that took effect or may have, the one that was started last first, one at a time.

    A step whose undo fails for good doesn't keep the others from being undone.
    """

    def __init__(self, run: Run, steps: Steps) -> None:
        self._run = run
        self._steps = steps
        self._stack: list[Step] | None = None

    def decide(self, now: float) -> list[Command]:
        """Return the next call of an undo, the wait before it, or the end of the run."""
        if self._steps.undoing:
            return []
        stack = self._stacked()
        while stack and not self._is_open(stack[-1]):
            stack.pop()
        return [self._next(stack[-1], now)] if stack else [self._finish()]

    def forget(self) -> None:
        """Look at the steps anew, since one of them has changed that was not being undone."""
        self._stack = None

    def _stacked(self) -> list[Step]:
        if self._stack is None:
            steps = (self._steps[name] for name in self._steps.started)
            self._stack = [step for step in steps if step.needs_undo and step.has_undo]
        return self._stack

    def _is_open(self, step: Step) -> bool:
        if step.phase is Phase.UNDO_FAILED:
            return not step.undo_came_late and _may_undo_again(step)
        return step.phase is not Phase.UNDONE and step.needs_undo

    def _next(self, step: Step, now: float) -> Command:
        number = step.undo_number + 1
        if step.undo_at is not None:
            if now < step.undo_at:
                return Sleep(step.undo_at)
        elif step.undo_failures and step.undo_outcome is not Outcome.UNKNOWN:
            retry = step.plan.undo_retry if step.plan else UNDO_RETRY
            delay = retry.delay_before(step.undo_failures + 1, f"{self._run.id}/{step.name}/undo")
            if delay:
                data: dict[str, Json] = {"step": step.name, "attempt": number, "at": now + delay}
                return Record([Draft("undo.retrying", data, self._run.id)])
        arguments = step.arguments if isinstance(step.arguments, dict) else {}
        timeout = (step.plan.undo_timeout or step.plan.timeout) if step.plan else None
        return Call(step.name, number, step.undo or "", arguments, timeout, is_undo=True)

    def _finish(self) -> Finish:
        ending = self._run.ending or Ending(Status.FAILED, "")
        todo = todo_of(self._steps)
        if todo:
            status = Status.ESCALATED
        elif any(step.is_undone for step in self._steps):
            status = Status.COMPENSATED
        else:
            status = ending.cause
        return Finish(status, fault=ending.fault, todo=todo)


def _may_undo_again(step: Step) -> bool:
    if step.undo_outcome is Outcome.UNKNOWN:
        return True
    retry = step.plan.undo_retry if step.plan else UNDO_RETRY
    outcome = step.undo_outcome or Outcome.FAILED
    # Undo has no other way to be carried out, so a call that was cancelled is made again like one that failed.
    return retry.allows(
        step.undo_failures, Outcome.FAILED if outcome is Outcome.CANCELLED else outcome, step.undo_fault
    )


def todo_of(steps: Steps) -> list[str]:
    """Return what a person must do after a run was undone: a line for each step that was not, and should have been."""
    lines: list[str] = []
    for name in reversed(steps.started):
        step = steps[name]
        line = _chore(step) if step.needs_undo else ""
        if line:
            lines.append(f"{line}; {_clues(step)}")
    return lines


def _chore(step: Step) -> str:
    if step.is_late_after_undo:
        return f"see whether {step.name!r} is there: it returned after its undo had begun"
    if step.is_undone:
        return ""
    whether = "" if _is_certain(step) else ", if it took effect"
    if not step.has_undo:
        return f"undo {step.name!r} by hand{whether}: it has no undo"
    return f"undo {step.name!r} by hand{whether}: its undo {step.undo or ''} {_how_undo_failed(step)}"


def _how_undo_failed(step: Step) -> str:
    times = f"{step.undo_number} times" if step.undo_number > 1 else "once"
    fault = step.undo_fault
    said = f" with {fault['type']}: {fault['message']}" if fault else ""
    return f"was called {times} and ended {step.undo_outcome}{said}"


def _is_certain(step: Step) -> bool:
    return step.outcome is Outcome.OK or step.has_late_result


def _clues(step: Step) -> str:
    clues = f"outcome {step.outcome}, key {step.key or step.name}"
    result = step.result_for_undo
    if result is not None:
        clues += f", result {_shown(result)}"
    elif step.arguments:
        clues += f", arguments {_shown(step.arguments)}"
    return clues


def _shown(value: Json) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def leftovers(steps: Steps) -> list[str]:
    """Return what a person should look at after a run that was completed over steps which may have worked.

    Only steps with an undo are meant: whoever wrote one cares about what such a step leaves.
    """
    return [
        f"see whether {step.name!r} took effect: it ended {step.outcome} and the run went on; {_clues(step)}"
        for step in map(steps.__getitem__, steps.started)
        if step.has_undo and step.needs_undo and step.phase is not Phase.COMMITTED
    ]
