"""The calls of one reply: which may begin, which wait for each other or for a person, and what they have come to."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from duotone.runtime.conversation.circles import Round
from duotone.runtime.drivers.records import Plan, Step
from duotone.runtime.drivers.retries import NO_RETRY, Retry
from duotone.runtime.drivers.steps import Steps
from duotone.runtime.drivers.transitions import Phase
from duotone.runtime.messages import Reply, ToolCall

__all__ = ["CALL", "CallTerms", "Calls", "Terms", "step_of"]

CALL = "call/"
"""How the steps of calls begin; the id of the call follows."""


@dataclass(frozen=True, slots=True)
class CallTerms:
    """On which terms a call is made."""

    retry: Retry = NO_RETRY
    timeout: float | None = None
    locks: Sequence[str] = ()
    """Calls that name the same lock never overlap."""
    is_parallel: bool = True
    """Whether other calls may go on meanwhile."""


Terms: TypeAlias = Callable[[ToolCall], CallTerms]
"""What says on which terms a call is made."""


def step_of(call: str) -> str:
    """Return the step of the call that has this id."""
    return f"{CALL}{call}"


class Calls:
    """The calls of one reply, in its order."""

    def __init__(self, reply: Reply, rulings: Mapping[str, Mapping[str, str]], steps: Steps, terms: Terms) -> None:
        self.reply = reply
        self._steps = steps
        self._terms = {call.id: terms(call) for call in reply.calls}
        self._rulings = rulings
        self._answers: dict[str, tuple[bool, str]] = {}
        for call in reply.calls:
            own = self._terms[call.id]
            steps.expect(Plan(step_of(call.id), call.name, retry=own.retry, timeout=own.timeout))

    def answer(self, call: str, *, is_approved: bool, reason: str) -> None:
        """Take what somebody says about a call that waits; what was said first holds."""
        self._answers.setdefault(call, (is_approved, reason))

    def is_answered(self, call: str) -> bool:
        """Tell whether somebody has said what becomes of a call that waits."""
        return call in self._answers

    def step(self, call: ToolCall) -> Step:
        """Return how far a call has come."""
        return self._steps[step_of(call.id)]

    @property
    def is_over(self) -> bool:
        """Whether every call has an end."""
        return all(self.step(call).is_settled for call in self.reply.calls)

    def asked(self) -> list[ToolCall]:
        """Return the calls that somebody must approve before they are made."""
        return [call for call in self._open() if self._verdict(call)[0] is None]

    def denied(self) -> list[tuple[ToolCall, str]]:
        """Return the calls that must not be made, and why."""
        verdicts = [(call, *self._verdict(call)) for call in self._open()]
        return [(call, reason) for call, is_allowed, reason in verdicts if is_allowed is False]

    def not_begun(self) -> list[ToolCall]:
        """Return the calls that have no end and are not going on."""
        return [call for call in self.reply.calls if self._is_waiting(self.step(call))]

    def release(self) -> None:
        """Let calls be made that hold nobody up: those that share a lock go one after the other, in their order."""
        held, is_alone, has_others = self._held()
        for call in self._open():
            own = self._terms[call.id]
            is_free = not is_alone and not held.intersection(own.locks) and (own.is_parallel or not has_others)
            if self._verdict(call)[0] and is_free:
                self._steps.make_due(self.step(call))
            if self._verdict(call)[0] is not False:
                held.update(own.locks)
                is_alone, has_others = is_alone or not own.is_parallel, True

    def as_round(self) -> Round:
        """Return what the calls were and what they have come to, to be held against others."""
        steps = [self.step(call) for call in self.reply.calls]
        action = json.dumps([[call.name, call.arguments] for call in self.reply.calls], sort_keys=True)
        faults = [step.fault for step in steps if step.phase is Phase.FAILED]
        error = json.dumps(faults, sort_keys=True) if len(faults) == len(steps) else ""
        return Round(action, json.dumps([[step.phase, step.result, step.fault] for step in steps]), error)

    def _open(self) -> Iterator[ToolCall]:
        """Yield the calls that nobody has begun or ended."""
        return (call for call in self.reply.calls if self.step(call).phase is Phase.PENDING)

    def _verdict(self, call: ToolCall) -> tuple[bool | None, str]:
        """Return whether a call may be made, None as long as nobody has decided, and why."""
        ruling = self._rulings.get(call.id, {})
        if ruling.get("verdict") == "deny":
            return False, ruling.get("reason", "")
        if ruling.get("verdict") == "ask":
            return self._answers.get(call.id, (None, ""))
        return True, ""

    def _held(self) -> tuple[set[str], bool, bool]:
        """Return the locks that are held, whether a call goes on that must be alone, and whether any does."""
        going = [call for call in self.reply.calls if self._is_going(self.step(call))]
        locks = {lock for call in going for lock in self._terms[call.id].locks}
        return locks, any(not self._terms[call.id].is_parallel for call in going), bool(going)

    @staticmethod
    def _is_going(step: Step) -> bool:
        """Tell whether a call has begun and is to go on, be it with another attempt."""
        return step.phase is not Phase.PENDING and not step.is_settled

    @staticmethod
    def _is_waiting(step: Step) -> bool:
        return step.phase is not Phase.IN_FLIGHT and not step.is_settled
