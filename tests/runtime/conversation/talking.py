"""A turn without a runtime: a driver whose agent and tools are written down, and the session that comes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from duotone.runtime.commands import Call, Command, Finish, Record, Sleep, Stop, Wait
from duotone.runtime.conversation.limits import Limits
from duotone.runtime.conversation.transcript import Transcript
from duotone.runtime.drivers.rounds import Terms
from duotone.runtime.drivers.turn import TurnDriver
from duotone.runtime.events import Draft, Event, Json
from duotone.runtime.messages import Message, Reply, Role, ToolCall, Usage
from duotone.runtime.outcomes import Outcome

__all__ = ["Stage", "asks", "check_messages", "says"]


def says(text: str = "done", **more: Any) -> dict[str, Any]:
    """Return a reply in words, as the log has it."""
    return dict(Reply(text, **more).to_json())


def asks(*calls: str, tokens: int = 0, cost: float = 0.0, **rulings: str) -> dict[str, Any]:
    """Return a reply with calls: "c1:search" is the call c1 of search, with rulings by call."""
    made = [ToolCall(one.partition(":")[0], one.partition(":")[2] or "look", {}) for one in calls]
    reply = dict(Reply("", made, Usage(tokens, 0, cost)).to_json())
    return {**reply, "rulings": {call: {"verdict": verdict, "reason": "so"} for call, verdict in rulings.items()}}


class Stage:
    """Plays turns of one session; `agent` gives a reply or an outcome for each step, `tool` one for each call."""

    def __init__(
        self,
        agent: Sequence[Any] | Callable[[Call], Any],
        tool: Callable[[Call], Any] = lambda call: f"result of {call.step}",
        limits: Limits | None = None,
        terms: Terms | None = None,
        **more: Any,
    ) -> None:
        self.script = iter(agent) if not callable(agent) else None
        self.agent = agent
        self.tool = tool
        self.made: dict[str, Any] = {"limits": limits, **({} if terms is None else {"terms": terms}), **more}
        self.events: list[Event] = []
        self.transcript = Transcript()
        self.calls: list[str] = []
        self.in_flight: dict[str, Call] = {}
        self.most_in_flight = 0
        self.now = 100.0
        self.seen = 0
        self.finished: Finish | None = None
        self.is_quick = False
        """Whether the driver is not held against its events at every turn."""
        self.before: Callable[[Stage], None] = lambda stage: None
        self.driver = TurnDriver(**self.made)

    def append(self, kind: str, data: Mapping[str, Json], run: str | None = "r") -> None:
        event = Event(len(self.events) + 1, "s", len(self.events) + 1, kind, self.now, run, data, "")
        self.events.append(event)
        self.transcript.apply(event)
        if run is not None:
            self.driver.apply(event)

    def send(self, text: str = "hello", role: Role = Role.USER) -> Stage:
        self.append("message.sent", {"message": Message(role, text).to_json(), "by": "u", "id": "m"}, None)
        return self

    def start(self, **data: Json) -> Stage:
        begun: dict[str, Json] = {"kind": "turn", "status": "running", "owner": "o", "fence": 1}
        self.append("run.started", {**begun, "said": list(self.transcript.said), **data})
        return self

    def signal(self, kind: str, **data: Json) -> Stage:
        self.append(f"signal.{kind}", {"by": "me", **data})
        return self

    def when(self, step: str, act: Callable[[Stage], object]) -> Stage:
        """Do something once, while a step goes on."""
        is_done = False

        def look(stage: Stage) -> None:
            nonlocal is_done
            if step in stage.in_flight and not is_done:
                is_done = True
                act(stage)

        self.before = look
        return self

    def resume(self) -> Stage:
        self.append("run.resumed", {"status": "running"})
        return self

    def crash(self) -> Stage:
        """Let the process end without a word, and another one take the run over."""
        self.append("run.claimed", {"owner": "p", "fence": 2, "status": "running"})
        for call in list(self.in_flight.values()):
            self.end(call, Outcome.UNKNOWN)
        self.driver = self.folded()
        return self

    def folded(self) -> TurnDriver:
        """Return a driver that knows the run from its events alone."""
        driver = TurnDriver(**self.made)
        for event in self.events:
            if event.run is not None:
                driver.apply(event)
        return driver

    def ask(self) -> list[Command]:
        commands = list(self.driver.decide(self.now))
        assert list(self.driver.decide(self.now)) == commands, "asked twice, answered differently"
        if not self.is_quick:
            assert list(self.folded().decide(self.now)) == commands, "the events tell another story"
        return commands

    def play(self) -> Stage:
        """Go on until the turn has ended or stands still."""
        for _ in range(1000):
            if self.finished is not None:
                assert self.ask() == []
                return self
            commands = self.ask()
            did = [self._carry_out(command) for command in commands]
            if not any(did) and self._is_still(commands):
                return self
        raise AssertionError("the turn goes on for ever")

    def _carry_out(self, command: Command) -> bool:
        match command:
            case Call():
                self._begin(command)
            case Record(drafts=drafts):
                for draft in drafts:
                    self._write(draft)
            case Finish():
                self.finished = command
                fault = command.fault.to_json() if command.fault else None
                self.append("run.ended", {"status": command.status, "outputs": command.outputs, "fault": fault})
            case Stop(step=step):
                return step in self.in_flight and self.end(self.in_flight[step], Outcome.CANCELLED)
            case _:
                return False
        return True

    def _write(self, draft: Draft) -> None:
        assert draft.run == "r"
        self.append(draft.kind, draft.data)

    def _begin(self, call: Call) -> None:
        self.calls.append(call.step)
        is_agent = call.step.startswith("agent/")
        self.append(
            "step.started", {"step": call.step, "attempt": call.number, "idempotent": is_agent, "effect": not is_agent}
        )
        self.in_flight[call.step] = call
        self.most_in_flight = max(self.most_in_flight, len(self.in_flight))
        if is_agent:
            self.seen = len(self.events)

    def _is_still(self, commands: list[Command]) -> bool:
        before = len(self.events)
        self.before(self)
        if len(self.events) > before:
            return False
        if self.in_flight:
            call = next(iter(self.in_flight.values()))
            is_agent = call.step.startswith("agent/")
            given = next(self.script) if is_agent and self.script is not None else self._given(call, is_agent=is_agent)
            if isinstance(given, Outcome):
                self.end(call, given)
            else:
                self.end(call, Outcome.OK, {**given, "seen": self.seen} if is_agent else given)
            return False
        if any(isinstance(command, Wait) for command in commands):
            return True
        sleeps = [command.until for command in commands if isinstance(command, Sleep)]
        assert sleeps, (commands, self.events)
        self.now = max(self.now, *sleeps)
        return False

    def _given(self, call: Call, *, is_agent: bool) -> Any:
        assert not is_agent or callable(self.agent)
        return self.agent(call) if is_agent and callable(self.agent) else self.tool(call)

    def end(self, call: Call, outcome: Outcome, result: Json = None) -> bool:
        del self.in_flight[call.step]
        self.now += 1
        fault: Json = None if outcome is Outcome.OK else {"type": "E", "message": str(outcome), "retryable": True}
        data: dict[str, Json] = {"step": call.step, "attempt": call.number, "outcome": outcome, "fault": fault}
        self.append("step.ended", {**data, "result": result} if outcome is Outcome.OK else data)
        return True

    @property
    def state(self) -> str:
        return str(self.transcript.state)

    @property
    def tools(self) -> list[str]:
        """What the agent is told of its calls, in order."""
        return [message.text for message in self.transcript.messages if message.role is Role.TOOL]


def check_messages(messages: Sequence[Message]) -> None:
    """Hold messages to what every model asks for: results follow their calls, each call has one, and none is alone."""
    expected: list[str] = []
    for message in messages:
        if message.role is Role.TOOL:
            assert message.call in expected, messages
            expected.remove(message.call)
        else:
            assert not expected, messages
            expected = [call.id for call in message.calls]
    assert not expected, messages
