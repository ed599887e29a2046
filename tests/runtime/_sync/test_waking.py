# Made by `duotone mirror` from ../_async/test_waking.py: edit that file, and run it again.
"""Conversations and what comes once their turns are over: it reaches the channel, the agent, and wakes who wants it."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from duotone.errors import ClosesWithTurn
from duotone.runtime import (
    Callback,
    Channel,
    Conversation,
    InProcess,
    InTurn,
    Notice,
    Promise,
    Role,
    Runtime,
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


def begin_on_a_loop(turn: Any) -> Any:
    return beginner(turn)


AGENTS = [beginner, begin_on_a_loop]


def begun(runtime: Runtime, talk: Conversation, channel: Channel) -> Promise:
    """Have work begun in a turn on a channel, and return what was promised."""
    GRANTED.clear()
    assert talk.ask("begin", channel).text == "heard begun"
    [promise] = GRANTED
    runtime.outbox.make(promise)
    return promise


@pytest.mark.parametrize("agent", AGENTS, ids=by_name)
def test_a_completion_after_the_turn_reaches_its_channel_and_the_next_turn(agent: Any, path: Path) -> None:
    with Runtime(path) as runtime:
        talk, end = runtime.conversation(agent, id="talk", tools=[begin_work]), End()
        promise = begun(runtime, talk, end)
        runtime.outbox.ready(promise, "baked")
        assert runtime.outbox.drain(30) == []
        assert [(notice.key, notice.data) for notice in end.notices] == [(promise.id, "baked")]
        assert talk.refresh() is State.IDLE
        assert (talk.messages[-1].role, talk.messages[-1].text) == (Role.NOTICE, "News of cake (task.completed): baked")
        assert talk.run(end).text == "heard News of cake (task.completed): baked"
        assert talk.run(end).run == ""
        talk.close()


@pytest.mark.parametrize("agent", AGENTS, ids=by_name)
def test_an_idle_conversation_that_wakes_answers_on_the_same_channel(agent: Any, path: Path) -> None:
    with Runtime(path) as runtime:
        talk, end = runtime.conversation(agent, id="talk", tools=[begin_work], wakes=True), End()
        promise = begun(runtime, talk, end)
        runtime.outbox.ready(promise, "baked")
        wait_until(lambda: len(end.notices) == 2)
        assert [notice.kind for notice in end.notices] == ["task.completed", "conversation.replied"]
        answer = end.notices[1].data
        assert isinstance(answer, dict)
        assert (answer["text"], answer["state"]) == ("heard News of cake (task.completed): baked", "idle")
        assert runtime.outbox.drain(30) == []
        talk.refresh()
        assert talk.messages[-1].text == "heard News of cake (task.completed): baked"
        assert runtime.outbox.incidents() == []
        talk.close()


def test_a_turn_that_a_notice_has_woken_sees_the_channel(path: Path) -> None:
    seen: list[Channel | None] = []

    def agent(turn: Any) -> Any:
        seen.append(current_channel())
        return beginner(turn)

    with Runtime(path) as runtime:
        talk, end = runtime.conversation(agent, id="talk", tools=[begin_work], wakes=True), End()
        promise = begun(runtime, talk, end)
        runtime.outbox.ready(promise, "baked")
        wait_until(lambda: len(end.notices) == 2)
        assert set(seen) == {end}
        talk.close()


@pytest.mark.parametrize("agent", AGENTS, ids=by_name)
def test_who_asks_while_a_notice_has_woken_the_conversation_waits_for_its_turn(agent: Any, path: Path) -> None:
    is_open, woken = threading.Event(), threading.Event()

    def slow(turn: Any) -> Any:
        if turn.messages[-1].role is Role.NOTICE:
            woken.set()
            is_open.wait(30)
        return beginner(turn)

    def slow_on_a_loop(turn: Any) -> Any:
        return slow(turn)

    with Runtime(path) as runtime:
        chosen = slow if agent is beginner else slow_on_a_loop
        talk, end = runtime.conversation(chosen, id="talk", tools=[begin_work], wakes=True), End()
        promise = begun(runtime, talk, end)
        runtime.outbox.ready(promise, "baked")
        wait_until(woken.is_set)
        threading.Timer(0.1, is_open.set).start()
        assert talk.ask("hello", end).text == "heard hello"
        wait_until(lambda: len(end.notices) == 2)
        talk.close()


def test_a_conversation_that_does_not_wake_stays_idle(path: Path) -> None:
    with Runtime(path) as runtime:
        talk, end = runtime.conversation(beginner, id="talk", tools=[begin_work]), End()
        promise = begun(runtime, talk, end)
        before = len(runtime.runs())
        runtime.outbox.ready(promise, "baked")
        assert runtime.outbox.drain(30) == []
        assert len(runtime.runs()) == before
        talk.close()


def test_what_was_promised_before_a_restart_wakes_the_conversation_at_the_next_attach(path: Path) -> None:
    with Runtime(path) as runtime:
        talk = runtime.conversation(beginner, id="talk", tools=[begin_work])
        promise = begun(runtime, talk, End())
        talk.close()
    with Runtime(path) as runtime:
        runtime.outbox.ready(promise, "baked")
    with Runtime(path) as runtime:
        talk, end = runtime.conversation(beginner, id="talk", tools=[begin_work], wakes=True), End()
        talk.attach(end)
        wait_until(lambda: len(end.notices) == 2)
        assert sorted(notice.kind for notice in end.notices) == ["conversation.replied", "task.completed"]
        assert runtime.outbox.drain(30) == []
        talk.close()


def test_an_answer_that_was_owed_when_the_host_ended_is_given_after_the_restart(path: Path) -> None:
    owed = Promise("reply-1", "talk", "end", "conversation.replied", "talk", 10.0**10)
    with Runtime(path) as runtime:
        talk = runtime.conversation(beginner, id="talk")
        talk.ask("hello")
        runtime.outbox.make(owed)
        talk.close()
    with Runtime(path) as runtime:
        talk, end = runtime.conversation(beginner, id="talk", wakes=True), End()
        talk.attach(end)
        wait_until(lambda: len(end.notices) == 1)
        [notice] = end.notices
        assert isinstance(notice.data, dict)
        assert (notice.key, notice.data["text"]) == ("reply-1", "heard hello")
        talk.close()


def test_a_conversation_that_stands_still_is_not_woken(path: Path) -> None:
    with Runtime(path) as runtime:

        def agent(turn: Any) -> Any:
            if turn.text == "stand still":
                talk.pause("lunch")
            return {"calls": [{"name": "begin_work", "arguments": {"name": "x"}}]} if turn.text == "stand still" else ""

        talk, end = runtime.conversation(agent, id="talk", tools=[begin_work], wakes=True), End()
        assert talk.ask("stand still", end).state is State.PAUSED
        runtime.outbox.ready(Promise("p", "talk", "end", "task.completed", "cake", 10.0**10), "baked")
        assert runtime.outbox.drain(30) == []
        assert [notice.kind for notice in end.notices] == ["task.completed"]
        assert talk.refresh() is State.PAUSED
        talk.close()


def test_a_woken_turn_that_fails_says_so_to_the_reader(path: Path) -> None:
    def agent(turn: Any) -> Any:
        if turn.messages[-1].role is Role.NOTICE:
            raise ValueError("no idea")
        return beginner(turn)

    with Runtime(path) as runtime:
        talk, end = runtime.conversation(agent, id="talk", tools=[begin_work], wakes=True), End()
        promise = begun(runtime, talk, end)
        runtime.outbox.ready(promise, "baked")
        wait_until(lambda: len(end.notices) == 2)
        answer = end.notices[1].data
        assert isinstance(answer, dict)
        assert answer["state"] == "error"
        talk.close()


def test_a_channel_that_is_bound_to_the_outbox_as_well_gets_each_notice_once(path: Path) -> None:
    with Runtime(path) as runtime:
        talk, end = runtime.conversation(beginner, id="talk", tools=[begin_work]), End()
        runtime.outbox.bind(end)
        promise = begun(runtime, talk, end)
        runtime.outbox.ready(promise, "baked")
        assert runtime.outbox.drain(30) == []
        assert [notice.key for notice in end.notices] == [promise.id]
        talk.close()


def test_a_channel_that_was_closed_keeps_no_other_of_its_name_waiting(path: Path) -> None:
    told: list[Notice] = []
    with Runtime(path) as runtime:
        talk = runtime.conversation(beginner, id="talk", tools=[begin_work])
        gone = InProcess(name="screen")
        promise = begun(runtime, talk, gone)
        gone.close()
        runtime.outbox.ready(promise, "baked")
        assert len(runtime.outbox.drain(0.1)) == 1
        talk.attach(Callback(told.append, name="screen"))
        assert runtime.outbox.drain(30) == []
        assert [notice.key for notice in told] == [promise.id]
        talk.close()


def test_what_was_promised_is_delivered_although_the_conversation_is_closed(path: Path) -> None:
    with Runtime(path) as runtime:
        talk, end = runtime.conversation(beginner, id="talk", tools=[begin_work]), End()
        promise = begun(runtime, talk, end)
        talk.close()
        runtime.outbox.ready(promise, "baked")
        assert runtime.outbox.drain(30) == []
        assert [notice.key for notice in end.notices] == [promise.id]


def test_a_channel_that_closes_with_the_turn_can_not_be_attached_and_promises_nothing(path: Path) -> None:
    with Runtime(path) as runtime:
        talk = runtime.conversation(beginner, id="talk", tools=[begin_work])
        with pytest.raises(ClosesWithTurn):
            talk.attach(InTurn())
        assert talk.ask("begin", InTurn()).text.startswith("heard refused: channel 'reply' closes")
        assert runtime.outbox.promises() == []
        talk.close()
