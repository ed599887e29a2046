# Made by `duotone mirror` from ../_async/test_bad_input.py: edit that file, and run it again.
"""Tools, models and receivers that misbehave: each ends in a recorded outcome, and the conversation goes on."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from duotone.contract.settings import settings
from duotone.runtime import (
    Limits,
    Log,
    ModelAgent,
    Outbox,
    Processes,
    ProcessPolicy,
    Promise,
    Reply,
    Role,
    Runtime,
    ScriptedModel,
    State,
    ToolCall,
    Webhook,
)
from duotone.runtime.tools.terminal import terminal_tool
from tests.runtime.delivery.receiver import SECRET, Receiver
from tests.runtime.mischief import TOOLS, ended, let_go
from tests.runtime.talkers import by_name, look

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs fork")


@pytest.fixture(autouse=True)
def short_grace(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(settings, "grace", 0.05)
    let_go.clear()
    yield
    let_go.set()


def once(turn: Any) -> Any:
    """Call once, and repeat what came of it."""
    last = turn.messages[-1]
    return last.text if last.role is Role.TOOL else {"calls": [{"name": "act", "arguments": {}}]}


def once_on_a_loop(turn: Any) -> Any:
    return once(turn)


@pytest.mark.duotone(allow="abandoned-thread")
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded, use of fork:DeprecationWarning")
@pytest.mark.parametrize("kind", TOOLS)
@pytest.mark.parametrize("agent", [once, once_on_a_loop], ids=by_name)
def test_a_tool_that_misbehaves_has_one_outcome_and_the_agent_an_answer(agent: Any, kind: str) -> None:
    tool, outcome, said = TOOLS[kind]
    with Runtime() as runtime:
        talk = runtime.conversation(agent, tools=[tool])
        result = talk.ask("go")
        assert result.state is State.IDLE
        assert said in result.text
        assert ended([event for event in talk.events()]) == [outcome]
        let_go.set()
        talk.close()


def test_a_command_that_ignores_signals_and_forks_away_is_ended_all_the_same(path: Path) -> None:
    asked: dict[str, Any] = {"command": "trap '' TERM INT HUP; setsid sleep 100 & sleep 100", "timeout": 0.3}
    policy = ProcessPolicy(root=path.parent, grace=0.2)

    def agent(turn: Any) -> Any:
        last = turn.messages[-1]
        return last.text if last.role is Role.TOOL else ToolCall("c", "terminal", asked)

    with Runtime(path) as runtime, Processes(runtime.log, policy) as processes:
        talk = runtime.conversation(agent, tools=[terminal_tool(processes)])
        result = talk.ask("go")
        assert (result.state, "SIGKILL" in result.text) == (State.IDLE, True)
        assert ended([event for event in talk.events()]) == ["ok"]
        talk.close()


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (ToolCall("c", "look", '{"place": "box'), "JSON"),
        (ToolCall("c", "look", '["place"]'), "object"),
        (ToolCall("c", "lok", {"place": "box"}), "did you mean 'look'"),
        (ToolCall("c", "look", {"plaec": "box"}), "place is missing"),
    ],
)
def test_a_model_that_writes_nonsense_is_refused_with_what_would_be_right(call: ToolCall, said: str) -> None:
    with Runtime() as runtime:
        talk = runtime.conversation(ModelAgent(ScriptedModel([call, "I see"])), tools=[look])
        assert talk.ask("go").text == "I see"
        [answer] = [message.text for message in talk.messages if message.role is Role.TOOL]
        assert said in answer
        assert ended([event for event in talk.events()]) == ["refused"]
        talk.close()


@pytest.mark.parametrize(
    ("place", "state", "kind"), [("box", State.STUCK, "Stuck"), (None, State.ERROR, "LimitReached")]
)
def test_a_model_that_calls_without_end_is_stuck_or_reaches_a_limit(place: str | None, state: State, kind: str) -> None:
    def line(request: Any) -> Reply:
        return Reply(calls=[ToolCall("", "look", {"place": place or str(len(request.messages))})])

    with Runtime() as runtime:
        talk = runtime.conversation(ModelAgent(ScriptedModel(line)), tools=[look], limits=Limits(iterations=30))
        result = talk.ask("go")
        assert (result.state, None if result.fault is None else result.fault.type) == (state, kind)
        assert [row.status for row in runtime.runs()] == ["failed"]
        talk.close()


def test_a_model_that_fails_is_an_error_of_its_turn_alone() -> None:
    with Runtime() as runtime:
        talk = runtime.conversation(ModelAgent(ScriptedModel([OSError("no network"), "I am back"])))
        result = talk.ask("go")
        assert (result.state, result.fault is not None and result.fault.message) == (State.ERROR, "no network")
        assert talk.ask("again").text == "I am back"
        talk.close()


def test_a_receiver_that_is_down_for_an_hour_gets_its_notice_once_when_it_is_back(path: Path) -> None:
    now, receiver = [time.time()], Receiver()
    with receiver:
        hook = Webhook(receiver.url, SECRET)
    with Log(path) as log, Outbox(log, clock=lambda: now[0]) as outbox:
        outbox.bind(hook)
        outbox.ready(Promise("p", "s", hook.name, "task.completed", "work", 10.0**10), "done")
        for _ in range(30):
            now[0] += 120
            outbox.drain(0.1)
        [standing] = outbox.pending()
        assert standing.tries >= 8
        tried = [event.kind for event in log.read("s")]
        assert tried.count("promise.failed") >= 8
        with receiver:
            while outbox.drain(0.1):
                now[0] += 120
        assert [message["data"] for message in receiver.counted] == ["done"]
        assert receiver.seen == ["p"]
