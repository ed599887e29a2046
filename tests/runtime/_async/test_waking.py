"""Conversations and what comes once their turns are over: it reaches the channel, the agent, and wakes who wants it."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from duotone import offload
from duotone.errors import ClosesWithTurn
from duotone.runtime import (
    AsyncConversation,
    AsyncRuntime,
    Callback,
    Channel,
    InProcess,
    InTurn,
    Notice,
    Promise,
    Role,
    State,
    current_channel,
)
from duotone.runtime.delivery import ask_delivery
from tests.runtime.delivery.ends import End, wait_until
from tests.runtime.talkers import by_name

GRANTED: list[Promise] = []


def begin_work(name: str) -> str:
    """Begin work in the background, and ask for its end to be delivered."""
    answer = ask_delivery("task.completed", name, session="talk")
    if not isinstance(answer, Promise):
        return f"refused: {answer.reason}"
    GRANTED.append(answer)
    return "begun"


def beginner(turn: Any) -> Any:
    """Begin work when a user speaks, and say what was heard of it otherwise."""
    last = turn.messages[-1]
    if last.role is Role.USER and last.text == "begin":
        return {"calls": [{"name": "begin_work", "arguments": {"name": "cake"}}]}
    return f"heard {last.text if last.role is Role.TOOL else turn.text}"


async def begin_on_a_loop(turn: Any) -> Any:
    return beginner(turn)


AGENTS = [beginner, begin_on_a_loop]


async def begun(runtime: AsyncRuntime, talk: AsyncConversation, channel: Channel) -> Promise:
    """Have work begun in a turn on a channel, and return what was promised."""
    GRANTED.clear()
    assert (await talk.ask("begin", channel)).text == "heard begun"
    [promise] = GRANTED
    await runtime.outbox.make(promise)
    return promise


@pytest.mark.parametrize("agent", AGENTS, ids=by_name)
async def test_a_completion_after_the_turn_reaches_its_channel_and_the_next_turn(agent: Any, path: Path) -> None:
    async with AsyncRuntime(path) as runtime:
        talk, end = runtime.conversation(agent, id="talk", tools=[begin_work]), End()
        promise = await begun(runtime, talk, end)
        await runtime.outbox.ready(promise, "baked")
        assert await runtime.outbox.drain(30) == []
        assert [(notice.key, notice.data) for notice in end.notices] == [(promise.id, "baked")]
        assert await talk.refresh() is State.IDLE
        assert (talk.messages[-1].role, talk.messages[-1].text) == (Role.NOTICE, "News of cake (task.completed): baked")
        assert (await talk.run(end)).text == "heard News of cake (task.completed): baked"
        assert (await talk.run(end)).run == ""
        await talk.close()


@pytest.mark.parametrize("agent", AGENTS, ids=by_name)
async def test_an_idle_conversation_that_wakes_answers_on_the_same_channel(agent: Any, path: Path) -> None:
    async with AsyncRuntime(path) as runtime:
        talk, end = runtime.conversation(agent, id="talk", tools=[begin_work], wakes=True), End()
        promise = await begun(runtime, talk, end)
        await runtime.outbox.ready(promise, "baked")
        await offload(wait_until, lambda: len(end.notices) == 2)
        assert [notice.kind for notice in end.notices] == ["task.completed", "conversation.replied"]
        answer = end.notices[1].data
        assert isinstance(answer, dict)
        assert (answer["text"], answer["state"]) == ("heard News of cake (task.completed): baked", "idle")
        assert await runtime.outbox.drain(30) == []
        await talk.refresh()
        assert talk.messages[-1].text == "heard News of cake (task.completed): baked"
        assert await runtime.outbox.incidents() == []
        await talk.close()


async def test_a_turn_that_a_notice_has_woken_sees_the_channel(path: Path) -> None:
    seen: list[Channel | None] = []

    def agent(turn: Any) -> Any:
        seen.append(current_channel())
        return beginner(turn)

    async with AsyncRuntime(path) as runtime:
        talk, end = runtime.conversation(agent, id="talk", tools=[begin_work], wakes=True), End()
        promise = await begun(runtime, talk, end)
        await runtime.outbox.ready(promise, "baked")
        await offload(wait_until, lambda: len(end.notices) == 2)
        assert set(seen) == {end}
        await talk.close()


@pytest.mark.parametrize("agent", AGENTS, ids=by_name)
async def test_who_asks_while_a_notice_has_woken_the_conversation_waits_for_its_turn(agent: Any, path: Path) -> None:
    is_open, woken = threading.Event(), threading.Event()

    def slow(turn: Any) -> Any:
        if turn.messages[-1].role is Role.NOTICE:
            woken.set()
            is_open.wait(30)
        return beginner(turn)

    async def slow_on_a_loop(turn: Any) -> Any:
        return await offload(slow, turn)

    async with AsyncRuntime(path) as runtime:
        chosen = slow if agent is beginner else slow_on_a_loop
        talk, end = runtime.conversation(chosen, id="talk", tools=[begin_work], wakes=True), End()
        promise = await begun(runtime, talk, end)
        await runtime.outbox.ready(promise, "baked")
        await offload(wait_until, woken.is_set)
        threading.Timer(0.1, is_open.set).start()
        assert (await talk.ask("hello", end)).text == "heard hello"
        await offload(wait_until, lambda: len(end.notices) == 2)
        await talk.close()


async def test_a_conversation_that_does_not_wake_stays_idle(path: Path) -> None:
    async with AsyncRuntime(path) as runtime:
        talk, end = runtime.conversation(beginner, id="talk", tools=[begin_work]), End()
        promise = await begun(runtime, talk, end)
        before = len(await runtime.runs())
        await runtime.outbox.ready(promise, "baked")
        assert await runtime.outbox.drain(30) == []
        assert len(await runtime.runs()) == before
        await talk.close()


async def test_what_was_promised_before_a_restart_wakes_the_conversation_at_the_next_attach(path: Path) -> None:
    async with AsyncRuntime(path) as runtime:
        talk = runtime.conversation(beginner, id="talk", tools=[begin_work])
        promise = await begun(runtime, talk, End())
        await talk.close()
    async with AsyncRuntime(path) as runtime:
        await runtime.outbox.ready(promise, "baked")
    async with AsyncRuntime(path) as runtime:
        talk, end = runtime.conversation(beginner, id="talk", tools=[begin_work], wakes=True), End()
        await talk.attach(end)
        await offload(wait_until, lambda: len(end.notices) == 2)
        assert sorted(notice.kind for notice in end.notices) == ["conversation.replied", "task.completed"]
        assert await runtime.outbox.drain(30) == []
        await talk.close()


async def test_an_answer_that_was_owed_when_the_host_ended_is_given_after_the_restart(path: Path) -> None:
    owed = Promise("reply-1", "talk", "end", "conversation.replied", "talk", 10.0**10)
    async with AsyncRuntime(path) as runtime:
        talk = runtime.conversation(beginner, id="talk")
        await talk.ask("hello")
        await runtime.outbox.make(owed)
        await talk.close()
    async with AsyncRuntime(path) as runtime:
        talk, end = runtime.conversation(beginner, id="talk", wakes=True), End()
        await talk.attach(end)
        await offload(wait_until, lambda: len(end.notices) == 1)
        [notice] = end.notices
        assert isinstance(notice.data, dict)
        assert (notice.key, notice.data["text"]) == ("reply-1", "heard hello")
        await talk.close()


async def test_a_conversation_that_stands_still_is_not_woken(path: Path) -> None:
    async with AsyncRuntime(path) as runtime:

        async def agent(turn: Any) -> Any:
            if turn.text == "stand still":
                await talk.pause("lunch")
            return {"calls": [{"name": "begin_work", "arguments": {"name": "x"}}]} if turn.text == "stand still" else ""

        talk, end = runtime.conversation(agent, id="talk", tools=[begin_work], wakes=True), End()
        assert (await talk.ask("stand still", end)).state is State.PAUSED
        await runtime.outbox.ready(Promise("p", "talk", "end", "task.completed", "cake", 10.0**10), "baked")
        assert await runtime.outbox.drain(30) == []
        assert [notice.kind for notice in end.notices] == ["task.completed"]
        assert await talk.refresh() is State.PAUSED
        await talk.close()


async def test_a_woken_turn_that_fails_says_so_to_the_reader(path: Path) -> None:
    def agent(turn: Any) -> Any:
        if turn.messages[-1].role is Role.NOTICE:
            raise ValueError("no idea")
        return beginner(turn)

    async with AsyncRuntime(path) as runtime:
        talk, end = runtime.conversation(agent, id="talk", tools=[begin_work], wakes=True), End()
        promise = await begun(runtime, talk, end)
        await runtime.outbox.ready(promise, "baked")
        await offload(wait_until, lambda: len(end.notices) == 2)
        answer = end.notices[1].data
        assert isinstance(answer, dict)
        assert answer["state"] == "error"
        await talk.close()


async def test_a_channel_that_is_bound_to_the_outbox_as_well_gets_each_notice_once(path: Path) -> None:
    async with AsyncRuntime(path) as runtime:
        talk, end = runtime.conversation(beginner, id="talk", tools=[begin_work]), End()
        await runtime.outbox.bind(end)
        promise = await begun(runtime, talk, end)
        await runtime.outbox.ready(promise, "baked")
        assert await runtime.outbox.drain(30) == []
        assert [notice.key for notice in end.notices] == [promise.id]
        await talk.close()


async def test_a_channel_that_was_closed_keeps_no_other_of_its_name_waiting(path: Path) -> None:
    told: list[Notice] = []
    async with AsyncRuntime(path) as runtime:
        talk = runtime.conversation(beginner, id="talk", tools=[begin_work])
        gone = InProcess(name="screen")
        promise = await begun(runtime, talk, gone)
        gone.close()
        await runtime.outbox.ready(promise, "baked")
        assert len(await runtime.outbox.drain(0.1)) == 1
        await talk.attach(Callback(told.append, name="screen"))
        assert await runtime.outbox.drain(30) == []
        assert [notice.key for notice in told] == [promise.id]
        await talk.close()


async def test_what_was_promised_is_delivered_although_the_conversation_is_closed(path: Path) -> None:
    async with AsyncRuntime(path) as runtime:
        talk, end = runtime.conversation(beginner, id="talk", tools=[begin_work]), End()
        promise = await begun(runtime, talk, end)
        await talk.close()
        await runtime.outbox.ready(promise, "baked")
        assert await runtime.outbox.drain(30) == []
        assert [notice.key for notice in end.notices] == [promise.id]


async def test_a_channel_that_closes_with_the_turn_can_not_be_attached_and_promises_nothing(path: Path) -> None:
    async with AsyncRuntime(path) as runtime:
        talk = runtime.conversation(beginner, id="talk", tools=[begin_work])
        with pytest.raises(ClosesWithTurn):
            await talk.attach(InTurn())
        assert (await talk.ask("begin", InTurn())).text.startswith("heard refused: channel 'reply' closes")
        assert await runtime.outbox.promises() == []
        await talk.close()
