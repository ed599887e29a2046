"""Turns on engines: steps and calls that they have made, signals, approvals, and what stays where it is."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from temporalio.client import Client

from duotone import offload
from duotone.errors import ConversationBusy
from duotone.runtime import AsyncRuntime, Runtime
from duotone.runtime.agents.feeds import Part
from duotone.runtime.conversation.states import State, TurnResult
from duotone.runtime.events import Append, Draft
from duotone.runtime.log.verify import verify
from duotone.runtime.messages import Reply, Role, ToolCall
from duotone.runtime.sessions.policy import Ruling, Verdict
from tests.runtime import talkers

pytestmark = [pytest.mark.timeout(120), pytest.mark.duotone(limit=1.0)]


class Desk:
    """A tool that waits, and what was done with it."""

    def __init__(self) -> None:
        self.began = threading.Event()
        self.done: list[str] = []

    async def hang(self) -> None:
        """Take for ever."""
        self.began.set()
        await asyncio.Event().wait()

    def sell(self, item: str) -> str:
        """Sell something."""
        self.done.append(item)
        return f"sold {item}"


def asking(*calls: ToolCall) -> Any:
    """Return an agent that asks for these calls, and then tells what came of them."""

    async def agent(turn: Any) -> Reply:
        seen = [message.text for message in turn.messages if message.role is Role.TOOL]
        return Reply(" | ".join(seen)) if seen else Reply(calls=calls)

    return agent


SELL = ToolCall("c1", "sell", {"item": "tea"})


async def kinds(runtime: AsyncRuntime, run: str) -> list[str]:
    return [event.kind for event in await runtime.log.read_run(run)]


async def test_a_turn_is_one_workflow_and_its_steps_and_calls_are_activities(temporal: str, path: Path) -> None:
    desk = Desk()
    async with AsyncRuntime(path, engine=temporal) as runtime:
        runtime.enlist("clerk", asking(SELL), tools=[desk.sell])
        talk = runtime.conversation("clerk")
        result = await talk.ask("tea, please")
        [row] = await runtime.runs()
        client = await Client.connect(temporal.removeprefix("temporal://").partition("/")[0])
        found = [one async for one in client.list_workflows("WorkflowType = 'duotone.turn.1'")]
        [handle] = [client.get_workflow_handle(one.id) for one in found if one.id.startswith(result.run)]
        history = await handle.fetch_history()
        assert (await runtime.replay(result.run)).problems == []
    scheduled = [event for event in history.events if event.HasField("activity_task_scheduled_event_attributes")]
    assert (result.text, desk.done, row.owner, talk.moves) == ("sold tea", ["tea"], "engine:temporal", True)
    assert len(scheduled) == 3
    assert verify(path) == []


@pytest.mark.parametrize("agent", [talkers.spell, talkers.spell_on_a_loop])
async def test_who_listens_in_the_process_that_asked_hears_every_word(remote: str, agent: Any) -> None:
    async with AsyncRuntime(engine=remote) as runtime:
        runtime.enlist("speller", agent)
        items = [item async for item in runtime.conversation("speller").stream("tea")]
    assert [item for item in items if isinstance(item, Part)] == [Part("you "), Part("said "), Part("tea")]
    assert isinstance(items[-1], TurnResult)


def test_sync_code_takes_turns_over_the_bridge(remote: str) -> None:
    with Runtime(engine=remote) as runtime:
        runtime.enlist("finder", talkers.looker, tools=[talkers.look])
        talk = runtime.conversation("finder")
        assert talk.ask("where?").text == "I found nothing in box 0"
        assert talk.moves


async def test_a_call_that_can_not_be_made_is_refused_and_the_agent_is_told(remote: str) -> None:
    desk, calls = Desk(), [ToolCall("c1", "buy"), ToolCall("c2", "sell", {"item": 7, "much": 1})]
    async with AsyncRuntime(engine=remote) as runtime:
        runtime.enlist("clerk", asking(*calls), tools=[desk.sell])
        result = await runtime.conversation("clerk").ask("go")
        assert (await runtime.replay(result.run)).problems == []
    assert desk.done == []
    assert "buy" in result.text.partition(" | ")[0]
    assert "much" in result.text.partition(" | ")[2]


async def test_a_turn_waits_for_approval_without_a_workflow_and_goes_on_on_another_runtime(
    remote: str, path: Path
) -> None:
    desk = Desk()
    ask = lambda _ask: Ruling(Verdict.ASK, "it is tea")  # noqa: E731  # a policy
    async with AsyncRuntime(path, engine=remote) as one, AsyncRuntime(path, engine=remote) as other:
        for runtime in (one, other):
            runtime.enlist("clerk", asking(SELL), tools=[desk.sell], approve=ask)
        waiting = await one.conversation("clerk", id="c1").ask("tea, please")
        assert (waiting.state, waiting.asked, desk.done) == (State.WAITING, ("c1",), [])
        talk = other.conversation("clerk", id="c1")
        await talk.approve("c1")
        result = await talk.run()
    assert (result.text, desk.done) == ("sold tea", ["tea"])


async def test_an_interrupt_from_another_runtime_stops_a_call_and_the_turn_goes_on_later(
    remote: str, path: Path
) -> None:
    desk = Desk()
    async with AsyncRuntime(path, engine=remote) as one, AsyncRuntime(path, engine=remote) as other:
        for runtime in (one, other):
            runtime.enlist("clerk", asking(ToolCall("c1", "hang")), tools=[desk.hang])
        turn = asyncio.create_task(one.conversation("clerk", id="c1").ask("go"))
        await offload(desk.began.wait, 60)
        talk = other.conversation("clerk", id="c1")
        with pytest.raises(ConversationBusy):
            await talk.run()
        assert await talk.interrupt("enough")
        paused = await turn
        assert (paused.state, paused.reason) == (State.PAUSED, "interrupted by user: enough")
        assert (await talk.run()).state is State.IDLE
        assert (await other.replay(paused.run)).problems == []


async def test_a_signal_that_was_only_written_to_the_log_reaches_the_turn(remote: str) -> None:
    desk = Desk()
    async with AsyncRuntime(engine=remote) as runtime:
        runtime.enlist("clerk", asking(ToolCall("c1", "hang")), tools=[desk.hang])
        turn = asyncio.create_task(runtime.conversation("clerk", id="c1").ask("go"))
        await offload(desk.began.wait, 60)
        [row] = await runtime.runs()
        await runtime.log.append(Append("c1", [Draft("signal.cancel", {"by": "keeper", "reason": "over"}, row.run)]))
        result = await turn
    assert result.fault is not None
    assert result.fault.message == "cancelled by keeper: over"


async def test_who_is_cancelled_interrupts_the_turn_and_waits_for_that(remote: str) -> None:
    desk = Desk()
    async with AsyncRuntime(engine=remote) as runtime:
        runtime.enlist("clerk", asking(ToolCall("c1", "hang")), tools=[desk.hang])
        talk = runtime.conversation("clerk")
        turn = asyncio.create_task(talk.ask("go"))
        await offload(desk.began.wait, 60)
        turn.cancel()
        with pytest.raises(asyncio.CancelledError):
            await turn
        assert await talk.refresh() is State.PAUSED


async def test_a_conversation_whose_agent_was_not_enlisted_stays_with_its_process_and_says_so(remote: str) -> None:
    async with AsyncRuntime(engine=remote) as runtime:
        talk = runtime.conversation(talkers.echo)
        assert (await talk.ask("hi")).text == "you said hi"
        [row] = await runtime.runs()
    assert not talk.moves
    assert not row.owner.startswith("engine:")


async def test_a_turn_that_a_call_asks_for_stays_where_the_call_is(remote: str) -> None:
    async with AsyncRuntime(engine=remote) as runtime:

        async def sell(item: str) -> str:
            """Let another agent sell something."""
            return (await runtime.conversation("echo").ask(item)).text

        runtime.enlist("echo", talkers.echo)
        runtime.enlist("clerk", asking(SELL), tools=[sell])
        result = await runtime.conversation("clerk").ask("go")
        owners = {row.name: row.owner.startswith("engine:") for row in await runtime.runs()}
    assert result.text == "you said tea"
    assert owners == {"clerk": True, "echo": False}


async def test_a_worker_that_does_not_know_the_agent_leaves_the_turn_to_those_who_do(remote: str, path: Path) -> None:
    async def parts(turn: Any) -> AsyncIterator[str]:
        yield turn.text

    async with AsyncRuntime(path, engine=remote), AsyncRuntime(path, engine=remote) as runtime:
        runtime.enlist("parts", parts)
        talk = runtime.conversation("parts")
        assert [(await talk.ask(text)).text for text in ("a", "b", "c")] == ["a", "b", "c"]
