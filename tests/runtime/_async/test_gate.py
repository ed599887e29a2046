"""The twelve behaviors of the gate through which all late delivery goes, one test for each, with turns that delegate.

The hundred turns at once are in `tests/runtime/delivery/test_crowd.py`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from duotone import offload
from duotone.runtime import AsyncConversation, AsyncRuntime, Channel, InProcess, InTurn, current_channel, turn_channel
from tests.runtime.delegates import HANDS, Gate, asking
from tests.runtime.delivery.ends import End, wait_until


def talking(runtime: AsyncRuntime, hand: Any = HANDS[0], **how: Any) -> AsyncConversation:
    """Have a conversation that wants each of its tasks done in the background."""
    tool = runtime.delegation({"hand": hand}).tool
    return runtime.conversation(asking(task="dig", background=True), id="talk", tools=[tool], **how)


async def answer(talk: AsyncConversation, channel: Channel | None = None) -> Any:
    """Take a turn, and return what the agent was answered that delegates in it."""
    return json.loads((await talk.ask("go", channel)).text)


def results(end: End) -> list[Any]:
    return [notice.data["result"] for notice in end.notices if isinstance(notice.data, dict)]


async def test_a_turn_without_a_channel_is_promised_nothing(path: Path) -> None:
    async with AsyncRuntime(path) as runtime:
        talk = talking(runtime)
        assert "this turn has no channel" in (await answer(talk))["note"]
        assert await runtime.outbox.promises() == []
        await talk.close()


async def test_a_turn_on_a_channel_that_delivers_late_is_granted_a_promise(path: Path) -> None:
    gate = Gate()
    async with AsyncRuntime(path) as runtime:
        talk = talking(runtime, gate.wait)
        [begun] = (await answer(talk, End()))["begun"]
        [standing] = await runtime.outbox.promised()
        assert (standing.promise.channel, standing.promise.about) == ("end", begun["session"])
        gate.is_open.set()
        await talk.close()


async def test_G1_a_turn_on_a_channel_that_closes_with_it_is_refused_and_the_work_still_runs(path: Path) -> None:
    async with AsyncRuntime(path) as runtime:
        talk = talking(runtime)
        told = await answer(talk, InTurn())
        assert told["note"] == (
            "done inline and not in the background, since channel 'reply' closes with the turn, so nothing can be "
            "delivered on it afterwards"
        )
        assert [one["result"] for one in told["results"]] == ["did dig"]
        assert await runtime.outbox.promises() == []
        await talk.close()


async def test_after_a_turn_exactly_what_was_bound_before_is_bound_again(path: Path) -> None:
    async with AsyncRuntime(path) as runtime:
        talk, outer = talking(runtime), End("outer")
        with turn_channel(outer):
            for channel in (InTurn(), None, End()):
                await talk.ask("go", channel)
                assert current_channel() is outer
        assert current_channel() is None
        await talk.close()


async def test_G10_a_session_that_was_refused_is_served_later_on_a_channel_that_delivers(path: Path) -> None:
    gate = Gate()
    gate.is_open.set()
    async with AsyncRuntime(path) as runtime:
        talk, end = talking(runtime, gate.wait), End()
        assert "results" in await answer(talk, InTurn())
        gate.is_open.clear()
        assert "begun" in await answer(talk, end)
        gate.is_open.set()
        await offload(wait_until, lambda: results(end) == ["did dig"])
        assert "results" in await answer(talk, None)
        await talk.close()


async def test_in_nested_turns_the_innermost_channel_decides(path: Path) -> None:
    async with AsyncRuntime(path) as runtime:
        inner, end = talking(runtime), End()

        async def nest() -> str:
            """Take a turn on a channel that closes with it, inside of one whose channel delivers late."""
            before = current_channel()
            refused = await answer(inner, InTurn())
            assert current_channel() is before is end
            return str(refused["note"])

        def agent(turn: Any) -> Any:
            last = turn.messages[-1]
            return last.text if last.call else {"calls": [{"name": "nest", "arguments": {}}]}

        outer = runtime.conversation(agent, tools=[nest])
        assert "channel 'reply' closes with the turn" in (await outer.ask("go", end)).text
        assert await runtime.outbox.promises() == []
        await outer.close()
        await inner.close()


async def test_a_stateless_turn_delegates_inline_and_leaves_nothing_behind(path: Path) -> None:
    async with AsyncRuntime(path) as runtime:
        talk = talking(runtime)
        [result] = (await answer(talk))["results"]
        assert (result["state"], result["result"]) == ("done", "did dig")
        assert await talk.close() == ()
        assert await runtime.log.promises() == []
        assert [row.status for row in await runtime.runs()] == ["completed", "completed"]


async def test_the_command_line_delivers_in_its_own_process(path: Path) -> None:
    lines, gate = list[str](), Gate()
    async with AsyncRuntime(path) as runtime:
        talk = talking(runtime, gate.wait, wakes=True)
        assert "begun" in await answer(talk, InProcess(lines.append))
        gate.is_open.set()
        await offload(wait_until, lambda: len(lines) == 2)
        await talk.close()
    assert lines[0].startswith("[task.completed] {")
    assert lines[1].startswith("[conversation.replied] {")
    assert all("did dig" in line for line in lines)


async def test_what_is_done_after_the_turn_is_delivered(path: Path) -> None:
    gate = Gate()
    async with AsyncRuntime(path) as runtime:
        talk, end = talking(runtime, gate.wait), End()
        await answer(talk, end)
        assert end.notices == []
        gate.is_open.set()
        await offload(wait_until, lambda: results(end) == ["did dig"])
        await talk.close()


async def test_what_is_done_after_a_restart_is_delivered(path: Path) -> None:
    gate = Gate()
    async with AsyncRuntime(path) as runtime:
        talk = talking(runtime, gate.wait_on_a_loop)
        await answer(talk, End())
        await talk.close()
        await runtime.log.close()
    gate.is_open.set()
    async with AsyncRuntime(path) as runtime:
        talk, end = talking(runtime), End()
        await talk.attach(end)
        await offload(wait_until, lambda: results(end) == ["did dig"])
        assert await runtime.outbox.drain(30) == []
        await talk.close()


async def test_what_is_done_reaches_two_subscribers(path: Path) -> None:
    gate = Gate()
    async with AsyncRuntime(path) as runtime:
        talk, one, two = talking(runtime, gate.wait), End(), End()
        await answer(talk, one)
        await talk.attach(two)
        gate.is_open.set()
        await offload(wait_until, lambda: results(one) == results(two) == ["did dig"])
        assert await runtime.outbox.drain(30) == []
        assert len(one.notices) == len(two.notices) == 1
        await talk.close()
