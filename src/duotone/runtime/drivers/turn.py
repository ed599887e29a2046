"""The driver of turns: the agent's step, the calls that it asks for, and so on until it has said its last word.

1. A turn stands still in two ways, both as a run that waits: `paused`, and `waiting` for approval. It goes on with
   `run.resumed`, which its next driver writes; what was said meanwhile is in the session.
2. What was interrupted is not made up for: calls in flight are stopped, others are skipped, and the agent is told.
3. Calls of unknown outcome are not made again, and nobody is asked: the agent is told, who can look.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from duotone.errors import NoSuchStep
from duotone.runtime.commands import Command, Finish, Record, Sleep, Wait
from duotone.runtime.conversation.circles import Circle, Round, circle_in
from duotone.runtime.conversation.limits import Limits
from duotone.runtime.conversation.states import State, state_of
from duotone.runtime.conversation.words import CIRCLES
from duotone.runtime.drivers.course import Course
from duotone.runtime.drivers.records import Plan, Step
from duotone.runtime.drivers.retries import NO_RETRY, Retry
from duotone.runtime.drivers.rounds import Calls, CallTerms, Terms, step_of
from duotone.runtime.drivers.runs import Ending, fault_of
from duotone.runtime.drivers.transitions import FINAL, Phase
from duotone.runtime.events import Draft, Event, Json
from duotone.runtime.messages import Message, Reply, Role, ToolCall, Usage
from duotone.runtime.outcomes import Fault, Outcome, Status

__all__ = ["AGENT", "TurnDriver", "turn_begun_by"]

AGENT = "agent/"
"""How the steps of the agent begin; their number follows."""


def _plain_terms(call: ToolCall) -> CallTerms:  # noqa: ARG001  # the same for every call
    return CallTerms()


def turn_begun_by(begun: Mapping[str, Any]) -> TurnDriver:
    """Return a driver for the events of a turn, from what its first one says; the terms of its calls are not known."""
    return TurnDriver(Limits.from_json(begun["limits"]) if begun.get("limits") else None)


class TurnDriver:
    """What a turn does next, told from the events of its run."""

    def __init__(
        self,
        limits: Limits | None = None,
        terms: Terms = _plain_terms,
        *,
        retry: Retry = NO_RETRY,
        timeout: float | None = None,
    ) -> None:
        """Begin with a run that has no events; `retry` and `timeout` are those of the agent's own steps."""
        self.course = Course()
        self.limits = limits or Limits()
        self.state: State | None = None
        self.reply: Reply | None = None
        """What the agent said last in this turn."""
        self.usage = Usage()
        self.until: float | None = None
        """When the turn is to have ended."""
        self.asked: tuple[str, ...] = ()
        """The ids of the calls for whose approval the turn waits."""
        self._terms, self._retry, self._timeout = terms, retry, timeout
        self._spent = Usage()
        self._said = "", 0
        self._number = 0
        self._is_answered = False
        self._calls: Calls | None = None
        self._rounds: list[Round] = []
        self._circle: Circle | None = None
        self._is_nudged = False
        self._wish: tuple[str, str] | None = None

    def step(self, name: str) -> Step:
        """Return how far a step has come; raises `NoSuchStep`."""
        return self.course.steps[name]

    def call(self, step: str) -> ToolCall:
        """Return the call that a step makes; raises `NoSuchStep`."""
        calls = () if self.reply is None else self.reply.calls
        for call in calls:
            if step_of(call.id) == step:
                return call
        raise NoSuchStep(step, "the turn", [step_of(call.id) for call in calls])

    def is_going(self, step: str) -> bool:
        """Tell whether a step was begun and has no end."""
        return step in self.course.steps.in_flight

    def resumption(self, now: float) -> Draft:
        """Return the event with which a turn goes on that stood still; its time begins anew."""
        until = None if self.limits.seconds is None else now + self.limits.seconds
        return self._draft("run.resumed", {"status": Status.RUNNING, "until": until})

    # -- fold -----------------------------------------------------------------------------------------------------

    def apply(self, event: Event | Draft) -> None:
        """Take in one event of the run; raises `BadTransition` for one that can't follow."""
        kind, data = event.kind, event.data
        step, _ = self.course.apply(event)
        if step is not None:
            if kind in {"step.ended", "step.skipped", "step.decided"}:
                self._on_end(step)
            if self._calls is not None:
                self._calls.release()
        elif kind.startswith("run."):
            self._on_run(kind, data)
        elif kind in {"signal.interrupt", "signal.pause"}:
            self._on_wish(kind, data)
        elif kind in {"signal.approve", "signal.reject"}:
            self._on_answer(kind, data)
        elif kind == "message.sent" and data.get("circle"):
            self._circle, self._is_nudged, self._is_answered = None, True, False
            self._next_step()

    def _on_run(self, kind: str, data: Mapping[str, Any]) -> None:
        self.state = state_of(kind, data) or self.state
        if kind == "run.started":
            self._spent = Usage.from_json(data["spent"]) if data.get("spent") else Usage()
            said: Any = data.get("said") or ("", 0)
            self._said = said[0], said[1]
            self._next_step()
        elif kind == "run.resumed" and self._has_failed():
            self._next_step()
        elif kind == "run.waiting":
            self.asked = tuple(data.get("calls") or ())
            self._wish = None if self.state is State.PAUSED else self._wish
        if kind in {"run.started", "run.resumed"}:
            self.until = data.get("until")

    def _on_end(self, step: Step) -> None:
        if step.name == self._agent_step.name:
            if step.phase is Phase.COMMITTED:
                self._on_reply(step.result)
        elif self._calls is not None and self._calls.is_over:
            self._rounds.append(self._calls.as_round())
            self._calls = None
            self._circle = circle_in(self._rounds, self.limits.patience)
            if self._circle is None:
                self._is_nudged = False
                self._next_step()

    def _on_reply(self, result: Any) -> None:
        self.reply = Reply.from_json(result)
        self.usage += self.reply.usage
        if self.reply.calls:
            self._calls = Calls(self.reply, result.get("rulings") or {}, self.course.steps, self._terms)
            return
        text, times = self._said
        self._said = self.reply.text, times + 1 if text == self.reply.text else 1
        if 0 < self.limits.patience.monologue <= self._said[1]:
            self._circle = Circle("monologue", self._said[1])
        else:
            self._is_answered = True

    def _on_wish(self, kind: str, data: Mapping[str, Any]) -> None:
        # A turn that is paused can't be paused again, and one that waits for approval stands still already.
        is_interrupt = kind == "signal.interrupt"
        if self.state is State.PAUSED or (self.state is State.WAITING and not is_interrupt):
            return
        if is_interrupt or self._wish is None:
            verb = "interrupted" if is_interrupt else "paused"
            reason = f"{verb} by {data.get('by') or 'somebody'}"
            self._wish = verb, f"{reason}: {data['reason']}" if data.get("reason") else reason

    def _on_answer(self, kind: str, data: Mapping[str, Any]) -> None:
        if self._calls is not None:
            reason = data.get("reason") or f"rejected by {data.get('by') or 'somebody'}"
            self._calls.answer(data["call"], is_approved=kind == "signal.approve", reason=reason)
            self._calls.release()

    @property
    def _agent_step(self) -> Step:
        return self.course.steps[f"{AGENT}{self._number}"]

    def _has_failed(self) -> bool:
        """Tell whether the agent's last step has ended, and not well."""
        step = self._agent_step
        return step.phase is Phase.FAILED and not step.will_retry

    def _next_step(self) -> None:
        """Let the agent take another step."""
        self._number += 1
        plan = Plan(f"{AGENT}{self._number}", "agent", retry=self._retry, timeout=self._timeout)
        self.course.steps.make_due(self.course.steps.expect(plan))

    # -- decide ---------------------------------------------------------------------------------------------------

    def decide(self, now: float) -> list[Command]:
        """Return what is to be done."""
        run = self.course.run
        if run.status is None or run.status in FINAL:
            return []
        if run.cancelled is not None:
            return self._end_for(run.wants_to_end(now))
        if run.status is Status.WAITING:
            return self._end_for(run.wants_to_end(now)) or self._stand_still(now)
        left = self._left_behind()
        if left:
            return [Record(left)]
        if self._is_answered and self.reply is not None:
            return [self._finish(Status.COMPLETED, State.FINISHED if self.reply.is_done else State.IDLE)]
        wished = self._heed(now)
        return wished if wished is not None else self._mend() or self._end() or self._go_on(now)

    def _end_for(self, ending: Ending | None) -> list[Command]:
        """Return what follows if the turn is to end, although it could go on: what is in flight is stopped first."""
        if ending is None:
            return []
        state = State.IDLE if ending.cause is Status.CANCELLED else State.ERROR
        return self.course.stops(ending.because) or [self._finish(ending.cause, state, ending.fault)]

    def _stand_still(self, now: float) -> list[Command]:
        is_decided = self._calls is not None and any(map(self._calls.is_answered, self.asked))
        if self.state is not State.PAUSED and (is_decided or self._wish is not None):
            return [Record([self.resumption(now)])]
        return [Wait(self.course.run.reason)]

    def _left_behind(self) -> list[Draft]:
        """Return ends for calls that an agent made inside of a step which has ended without them."""
        own = () if self.reply is None else [step_of(call.id) for call in self.reply.calls]
        in_flight = self.course.steps.in_flight
        if self._agent_step.name in in_flight or all(name in own for name in in_flight):
            return []
        fault = Fault("Abandoned", "the step that made this call has ended before it", is_retryable=False).to_json()
        ends: list[dict[str, Json]] = [
            {"step": name, "attempt": step.number, "outcome": Outcome.ABANDONED, "fault": fault}
            for name, step in in_flight.items()
            if name not in own
        ]
        return [self._draft("step.ended", data) for data in ends]

    def _heed(self, now: float) -> list[Command] | None:
        """Return what follows from a wish to stop and from the time that is over, None if there is neither."""
        ending = self.course.run.wants_to_end(now)
        if ending is not None:
            return self._end_for(ending)
        if self._wish is not None:
            verb, reason = self._wish
            if verb == "interrupted":
                return self.course.stops(reason) or [self._pause(reason)]
            return [] if self.course.steps.in_flight else [self._pause(reason, skips=False)]
        if self.until is not None and now >= self.until:
            return self.course.stops("the time of the turn is over") or [self._over_limit("seconds")]
        return None

    def _pause(self, reason: str, *, skips: bool = True) -> Record:
        calls = self._calls.not_begun() if skips and self._calls is not None else []
        drafts = [self._draft("step.skipped", {"step": step_of(call.id), "cause": reason}) for call in calls]
        data: dict[str, Json] = {"status": Status.WAITING, "state": State.PAUSED, "reason": reason}
        return Record([*drafts, self._draft("run.waiting", data)])

    def _mend(self) -> list[Command]:
        """Return ends for calls of which nobody knows how they ended, and for those that must not be made."""
        lost = [{"step": name, "decision": "failed", "by": "nobody"} for name in self.course.steps.unknown]
        drafts = [self._draft("step.decided", data) for data in lost]
        for call, reason in [] if self._calls is None else self._calls.denied():
            fault = Fault("Denied", reason, is_retryable=False).to_json()
            data: dict[str, Json] = {"step": step_of(call.id), "attempt": 1, "outcome": Outcome.REFUSED, "fault": fault}
            drafts.append(self._draft("step.ended", data))
        return [Record(drafts)] if drafts else []

    def _end(self) -> list[Command]:
        """Return how the turn ends if it can't go on, or a word to an agent that goes round in circles."""
        if self._circle is not None:
            return [self._stuck(self._circle) if self._is_nudged else self._nudge(self._circle)]
        step = self._agent_step
        if self._has_failed():
            fault = fault_of(step.fault) or Fault("StepFailed", f"the agent's step ended {step.outcome}")
            return [self._finish(Status.FAILED, State.ERROR, fault)]
        limit = self._limit_reached() if step.phase is Phase.PENDING else None
        return [] if limit is None else [self._over_limit(limit)]

    def _limit_reached(self) -> str | None:
        limits, spent = self.limits, self._spent + self.usage
        if limits.iterations is not None and self._number > limits.iterations:
            return "iterations"
        if limits.tokens is not None and spent.tokens >= limits.tokens:
            return "tokens"
        return "cost" if limits.cost is not None and spent.cost >= limits.cost else None

    def _go_on(self, now: float) -> list[Command]:
        commands = self.course.go_on(now, [])
        # To sleep until the time of the session is over is nothing to wait for, unless something is under way.
        is_idle = not (self.course.steps.in_flight or self.course.steps.next_wake() or _is_doing(commands))
        if is_idle and self._calls is not None:
            return [self._ask([call.id for call in self._calls.asked()])]
        if self.until is None or is_idle:
            return commands
        sleeps = [command.until for command in commands if isinstance(command, Sleep)]
        return [*commands, Sleep(min([*sleeps, self.until]))]

    @property
    def closes(self) -> float | None:
        """When the turn is to have ended, by its own limit or with its session."""
        return min((time for time in (self.until, self.course.run.until) if time is not None), default=None)

    # -- commands -------------------------------------------------------------------------------------------------

    def _draft(self, kind: str, data: Mapping[str, Json]) -> Draft:
        return Draft(kind, data, self.course.run.id)

    def _ask(self, calls: list[str]) -> Record:
        reason = f"approve or reject {', '.join(calls)}"
        data: dict[str, Json] = {"status": Status.WAITING, "state": State.WAITING, "reason": reason, "calls": calls}
        return Record([self._draft("run.waiting", data)])

    def _nudge(self, circle: Circle) -> Record:
        message = Message(Role.NOTICE, CIRCLES[circle.kind].format(times=circle.times))
        data: dict[str, Json] = {"message": message.to_json(), "by": "runtime", "circle": circle.kind}
        return Record([self._draft("message.sent", data)])

    def _stuck(self, circle: Circle) -> Finish:
        text = f"the agent goes round in circles ({circle.kind}, {circle.times} times) although it was told so"
        return self._finish(Status.FAILED, State.STUCK, Fault("Stuck", text, is_retryable=False))

    def _over_limit(self, name: str) -> Finish:
        value = getattr(self.limits, name)
        text = f"the limit of {value} {name} was reached; raise it, or ask for less"
        return self._finish(Status.FAILED, State.ERROR, Fault("LimitReached", text, is_retryable=False))

    def _finish(self, status: Status, state: State, fault: Fault | None = None) -> Finish:
        text = None if self.reply is None else self.reply.text
        outputs: dict[str, Json] = {"state": state, "text": text, "usage": self.usage.to_json()}
        return Finish(status, outputs, fault)


def _is_doing(commands: Sequence[Command]) -> bool:
    return any(not isinstance(command, Sleep) for command in commands)
