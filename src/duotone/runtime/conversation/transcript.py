"""The transcript: the events of a session folded into what its agent is to see, and into where its last turn stands.

1. What a call gave follows the reply that asked for it, in the order of the reply, whenever it came: what others say
   in between is held back until then.
2. Every call that is shown has an end. What was interrupted, lost or never made is said to be so.
3. Calls that an agent made inside of a step of its own are shown before what that step said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from duotone.errors import NotActive, OverLimit
from duotone.runtime.conversation.compaction import cut_for
from duotone.runtime.conversation.states import State, TurnResult, state_of
from duotone.runtime.conversation.words import answer_to, in_words, late, news, not_made, pending
from duotone.runtime.drivers.runs import fault_of
from duotone.runtime.events import Event
from duotone.runtime.messages import Message, Reply, Role, ToolCall, Usage
from duotone.runtime.outcomes import Fault, Outcome
from duotone.runtime.sessions.lifecycle import ENTERED_BY, SessionState

__all__ = ["DECISIONS", "REPLIED", "Transcript", "TurnView"]

DECISIONS = {"signal.approve": "approved", "signal.reject": "rejected"}
"""What has become of a call that waited for somebody's decision, by the signal that decides it."""

REPLIED = "conversation.replied"
"""The kind of a notice that says what an agent has answered to other notices; it is for the reader alone."""

_AGENT, _CALL = "agent/", "call/"
_ENDS = {ENTERED_BY[state]: str(state) for state in SessionState if not state.may_go_on}


@dataclass(slots=True)
class TurnView:
    """The last turn of a conversation."""

    run: str
    home: str = "loop"
    """Where it runs: on a `loop`, whose work can be cancelled, or on a `thread`, which can't be stopped."""
    channel: str | None = None
    """The name of the channel on which it was begun."""
    state: State = State.RUNNING
    reason: str = ""
    asked: tuple[str, ...] = ()
    """The calls that wait for somebody's decision."""
    reasons: Mapping[str, str] = field(default_factory=dict[str, str])
    """What the policy says of the calls of the last reply that somebody must approve."""
    decided: dict[str, str] = field(default_factory=dict[str, str])
    """Calls that have waited for one, with the word that was said of each."""
    reply: Reply | None = None
    usage: Usage = field(default_factory=Usage)
    fault: Fault | None = None

    def result(self) -> TurnResult:
        """Return how the turn has ended, or why it stands still."""
        reasons = {call: self.reasons.get(call, "") for call in self.asked}
        return TurnResult(self.state, self.reply, self.run, self.usage, self.fault, self.reason, self.asked, reasons)


class Transcript:
    """What was said in a session, folded event by event."""

    def __init__(self) -> None:
        """Have heard nothing."""
        self.seq = 0
        """The last event that was taken in."""
        self.started: Mapping[str, Any] | None = None
        """What the conversation was begun with."""
        self.forks: list[str] = []
        """The sessions that this one comes from, the nearest last."""
        self.spent = Usage()
        self.turn: TurnView | None = None
        self.said: tuple[str, int] = ("", 0)
        """The agent's last words, and how often it has said them since somebody else spoke."""
        self.call_ids: set[str] = set()
        self.inline: set[str] = set()
        """The sessions of tasks that a call of this conversation waits for."""
        self.ended: str | None = None
        """How a governed session stands that has begun to end: nothing begins in it any more."""
        self.lasts: float | None = None
        """How many seconds a governed session has."""
        self.closes: float | None = None
        """When they are over, by the clock of the log."""
        self.is_over_time = False
        """Whether that is why it ends."""
        self._all: list[Message] = []  # but for those that a summary stands for: a long talk needs no more memory
        self._cut = 0
        self._told: list[Message] = []
        """What the agent was told before all else, which is never summed up."""
        self._summary: str | None = None
        self._seen = 0
        self._last_said = self._last_told = 0
        self._promised: dict[str, tuple[str, str]] = {}
        self._open: dict[str, Message | None] = {}
        self._names: dict[str, str] = {}
        self._held: list[Message] = []
        self._inner: dict[str, Message | None] = {}
        self._inner_calls: list[ToolCall] = []
        self._folds: Mapping[str, Callable[[Event, Any], None]] = {
            "message.sent": self._on_message,
            "conversation.started": self._on_started,
            "conversation.forked": self._on_forked,
            "conversation.compacted": self._on_compacted,
            "step.started": self._on_step_started,
            "step.ended": self._on_step_ended,
            "step.decided": self._on_step_decided,
            "step.skipped": self._on_step_skipped,
            "step.late": self._on_step_late,
            "promise.made": self._on_promise_made,
            "promise.ready": self._on_promise_ready,
            "task.begun": self._on_task_begun,
            "task.ended": self._on_task_ended,
            **dict.fromkeys(DECISIONS, self._on_decision),
            ENTERED_BY[SessionState.CREATED]: self._on_governed,
            **dict.fromkeys(_ENDS, self._on_end),
        }

    # -- look -----------------------------------------------------------------------------------------------------

    @property
    def messages(self) -> list[Message]:
        """What the agent is to see."""
        shown = [*self._all, *self._results(pending), *self._held]
        return shown if self._summary is None else [*self._told, Message(Role.NOTICE, self._summary), *shown]

    def older(self, keep: int) -> tuple[int, list[Message]]:
        """Return how many messages of all can be summed up so that `keep` are left, and what is to be summed up."""
        count = cut_for(self._all, keep)
        before = [] if self._summary is None else [Message(Role.NOTICE, self._summary)]
        return self._cut + count, [*before, *(one for one in self._all[:count] if one.role is not Role.SYSTEM)]

    @property
    def cut(self) -> int:
        """How many messages a summary stands for."""
        return self._cut

    @property
    def is_unanswered(self) -> bool:
        """Whether something was said that no reply has seen."""
        return self.is_asked or self.has_news

    @property
    def is_asked(self) -> bool:
        """Whether somebody has said something that no reply has seen."""
        return self._last_said > self._seen

    @property
    def has_news(self) -> bool:
        """Whether work in the background has ended and no reply has seen that."""
        return self._last_told > self._seen

    @property
    def state(self) -> State:
        """Where the conversation stands."""
        return State.IDLE if self.turn is None else self.turn.state

    def refuse_ended(self, session: str, now: float | None = None) -> None:
        """Raise `NotActive` if nothing may begin in this session any more, `OverLimit` if its time is over by `now`."""
        if self.closes is not None and (self.is_over_time or (now is not None and now >= self.closes)):
            raise OverLimit("max_duration", f"{self.lasts:g} s", f"session {session!r}")
        if self.ended is not None:
            raise NotActive(session, self.ended, "be talked in", "begin another conversation")

    # -- fold -----------------------------------------------------------------------------------------------------

    def apply(self, event: Event) -> None:
        """Take in the next event of the session."""
        self.seq = event.seq
        fold = self._folds.get(event.kind)
        if fold is not None:
            fold(event, event.data)
        elif event.kind.startswith("run.") and event.run is not None:
            self._on_run(event, event.data)

    def apply_all(self, events: Sequence[Event]) -> None:
        """Take in events in their order."""
        for event in events:
            self.apply(event)

    def _on_message(self, event: Event, data: Any) -> None:
        message = Message.from_json(data["message"])
        if event.run is None:
            self._last_said = event.seq
            if message.role is Role.USER:
                self.said = ("", 0)
        self._say(message)

    def _say(self, message: Message) -> None:
        (self._held if self._open else self._all).append(message)

    def _on_started(self, _event: Event, data: Any) -> None:
        self.started = data
        if data.get("system"):
            self._all.append(Message(Role.SYSTEM, data["system"]))

    def _on_forked(self, _event: Event, data: Any) -> None:
        self.forks = [*data.get("forks", ()), data["of"]]
        self._all = [Message.from_json(message) for message in data["messages"]]
        self.call_ids = {call.id for message in self._all for call in message.calls}

    def _on_compacted(self, _event: Event, data: Any) -> None:
        count = data["upto"] - self._cut
        if count >= 0:  # somebody else may have summed up more meanwhile
            self._told += [message for message in self._all[:count] if message.role is Role.SYSTEM]
            del self._all[:count]
            self._cut, self._summary = data["upto"], data["summary"]

    def _on_promise_made(self, _event: Event, data: Any) -> None:
        if data["kind"] != REPLIED:
            self._promised[data["promise"]] = data["kind"], data["about"]

    def _on_promise_ready(self, event: Event, data: Any) -> None:
        """Tell the agent what its reader is told, once, whoever delivers it and when."""
        promised = self._promised.pop(data["promise"], None)
        if promised is not None:
            self._last_told = event.seq
            self._say(Message(Role.NOTICE, news(*promised, data["data"])))

    def _on_task_begun(self, _event: Event, data: Any) -> None:
        if data["promise"] is None:
            self.inline.add(data["task"])

    def _on_task_ended(self, _event: Event, data: Any) -> None:
        self.inline.discard(data["task"])

    def _on_governed(self, event: Event, data: Any) -> None:
        self.lasts = data["config"].get("max_duration")
        self.closes = None if self.lasts is None else event.at + self.lasts

    def _on_end(self, event: Event, data: Any) -> None:
        self.ended = _ENDS[event.kind]
        self.is_over_time |= data.get("because") == "max_duration"

    def _on_run(self, event: Event, data: Any) -> None:
        state = state_of(event.kind, data)
        if state is None:
            return
        if event.kind == "run.started" and data.get("kind") == "turn":
            assert event.run is not None
            self.turn = TurnView(event.run, data.get("home", "loop"), data.get("channel"))
        turn = self.turn
        if turn is None or turn.run != event.run:  # a saga of the same session
            return
        turn.state = state
        turn.reason = data.get("reason") or ""
        turn.asked = tuple(data.get("calls") or ()) if state is State.WAITING else ()
        turn.fault = fault_of(data.get("fault"))
        if event.kind == "run.ended":
            self._close()

    def _on_decision(self, event: Event, data: Any) -> None:
        turn, call = self.turn, data["call"]
        if turn is not None and turn.run == event.run and call in turn.asked:
            turn.asked = tuple(one for one in turn.asked if one != call)
            turn.decided[call] = DECISIONS[event.kind]

    def _on_step_started(self, _event: Event, data: Any) -> None:
        if data["step"].startswith(_AGENT):
            self._close()
        elif data.get("within") and data["step"].removeprefix(_CALL) not in self._inner:
            call = ToolCall.from_json(data["call"])
            self._inner_calls.append(call)
            self._inner[call.id] = None
            self._names[call.id] = call.name
            self.call_ids.add(call.id)

    def _on_step_ended(self, _event: Event, data: Any) -> None:
        step: str = data["step"]
        is_ok = data["outcome"] == Outcome.OK
        if step.startswith(_AGENT):
            self._show_inner()
            if is_ok:
                self._on_reply(data["result"])
        elif step.startswith(_CALL):
            call, fault = step.removeprefix(_CALL), fault_of(data.get("fault"))
            self._give(call, answer_to(self._name(call), Outcome(data["outcome"]), data.get("result"), fault))

    def _on_reply(self, result: Any) -> None:
        reply = Reply.from_json(result)
        self._close()
        self._seen = max(self._seen, result.get("seen", 0))
        self.spent += reply.usage
        if self.turn is not None:
            self.turn.reply = reply
            self.turn.usage += reply.usage
            rulings: Mapping[str, Mapping[str, str]] = result.get("rulings") or {}
            self.turn.reasons = {call: one["reason"] for call, one in rulings.items() if one["verdict"] == "ask"}
        if reply.text or reply.calls:
            self._all.append(Message(Role.AGENT, reply.text, reply.calls))
        if not reply.calls:
            text, times = self.said
            self.said = reply.text, times + 1 if text == reply.text else 1
        self._open = dict.fromkeys(call.id for call in reply.calls)
        self._names.update({call.id: call.name for call in reply.calls})
        self.call_ids.update(self._open)

    def _on_step_decided(self, _event: Event, data: Any) -> None:
        if data["decision"] == "committed":
            ended = {"step": data["step"], "outcome": Outcome.OK, "result": data.get("result")}
            self._on_step_ended(_event, ended)

    def _on_step_skipped(self, _event: Event, data: Any) -> None:
        call: str = data["step"].removeprefix(_CALL)
        self._give(call, not_made(self._name(call), data.get("cause") or ""))

    def _on_step_late(self, _event: Event, data: Any) -> None:
        """Take what came after all as the result of its call, or tell the agent if it has gone on since."""
        call: str = data["step"].removeprefix(_CALL)
        if data["step"].startswith(_CALL) and data["outcome"] == Outcome.OK and call in self._names:
            if call in self._open:
                self._give(call, in_words(data.get("result")))
            else:
                text = late(self._names[call], call, in_words(data.get("result")))
                self._say(Message(Role.NOTICE, text))

    # -- calls ----------------------------------------------------------------------------------------------------

    def _give(self, call: str, text: str) -> None:
        """Take what a call came to; a later attempt of the same call takes the place of an earlier one."""
        message = Message(Role.TOOL, text, call=call, name=self._names.get(call))
        if call in self._inner:
            self._inner[call] = message
        elif call in self._open:
            self._open[call] = message

    def _close(self) -> None:
        """Let the calls that were asked for have an end, and go on with what was said meanwhile."""
        self._all += [*self._results(not_made), *self._held]
        self._open, self._held = {}, []

    def _results(self, say: Callable[[str], str]) -> list[Message]:
        """Return what the open calls gave, and what is to be said of those that gave nothing."""
        return [message or self._without_end(call, say) for call, message in self._open.items()]

    def _without_end(self, call: str, say: Callable[[str], str]) -> Message:
        return Message(Role.TOOL, say(self._name(call)), call=call, name=self._names.get(call))

    def _name(self, call: str) -> str:
        return self._names.get(call, call)

    def _show_inner(self) -> None:
        """Show the calls that were made inside of a step."""
        if self._inner_calls:
            self._all.append(Message(Role.AGENT, "", tuple(self._inner_calls)))
            given = [self._inner[call.id] or self._without_end(call.id, pending) for call in self._inner_calls]
            self._all += given
            self._inner_calls, self._inner = [], {}
