"""Whoever is cancelled while the log writes that something begins leaves nothing behind that never ends."""

from __future__ import annotations

import asyncio
import gc
import sys
import weakref
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from duotone import offload
from duotone.errors import NoSuchStep
from duotone.runtime import AsyncHypervisor, AsyncLog, AsyncRuntime, SessionConfig, Status
from duotone.runtime.dropping import Note
from duotone.runtime.events import Append, Draft
from duotone.runtime.log.postgres.store import PostgresStore
from tests.postgresql import PostgresServer
from tests.runtime.delegates import asking, doer_on_a_loop
from tests.runtime.delivery.ends import End, wait_until
from tests.runtime.halting import Halting
from tests.runtime.sessions.faces import ACTIONS, FACES, faced
from tests.runtime.sessions.test_killing import async_session
from tests.runtime.trade import Shop


def asking_on_a_loop(**arguments: Any) -> Any:
    """Return an agent that gives a task, and whose calls can be cancelled."""
    agent = asking(**arguments)

    async def on_a_loop(turn: Any) -> Any:
        return agent(turn)

    return on_a_loop


async def cancel(task: asyncio.Task[Any], store: Halting) -> None:
    """Cancel a task while the log stands still, and let that go on."""
    await store.stands()
    task.cancel()
    await asyncio.sleep(0)
    store.go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_an_action_that_is_cancelled_while_its_start_is_written_is_not_executed_and_has_an_end() -> None:
    store, done = Halting("action.started"), list[str]()
    async with AsyncLog(store) as log, AsyncHypervisor(log, actions=ACTIONS) as hypervisor:
        session = await async_session(hypervisor)
        await cancel(asyncio.create_task(hypervisor.act(session, "bot", "draft", done.append, "a")), store)
        assert (done, session.going) == ([], {})
        ended = store.read(session.id)[-1]
        assert (ended.kind, ended.data["outcome"]) == ("action.ended", "refused")
        await hypervisor.act(session, "bot", "draft", done.append, "b")
    assert done == ["b"]


async def test_an_undo_that_is_cancelled_while_its_start_is_written_can_be_asked_for_again() -> None:
    store, undone = Halting("action.undoing"), list[str]()
    async with AsyncLog(store) as log, AsyncHypervisor(log, actions=ACTIONS) as hypervisor:
        session = await async_session(hypervisor)
        await hypervisor.act(session, "bot", "draft", lambda: "a", undo=undone.append)
        (action,) = session.undoable
        await cancel(asyncio.create_task(hypervisor.undo(session, action, by="bot")), store)
        assert undone == []
        await hypervisor.undo(session, action, by="bot")
        assert (undone, session.undoable) == (["a"], {})
        with pytest.raises(NoSuchStep):
            await hypervisor.undo(session, action, by="bot")


async def test_an_undo_that_is_cancelled_leaves_that_of_somebody_else_alone() -> None:
    store, undone = Halting("other"), list[str]()
    async with AsyncLog(store) as log, AsyncHypervisor(log, actions=ACTIONS) as hypervisor:
        session = await async_session(hypervisor)
        await hypervisor.act(session, "bot", "draft", lambda: "a", undo=undone.append)
        (action,) = session.undoable
        other = asyncio.create_task(log.append(Append("elsewhere", [Draft("other")])))
        await store.stands()  # so that both wait to be written
        asked = [asyncio.create_task(hypervisor.undo(session, action, by=name)) for name in ("bot", "other")]
        for _ in range(20):
            await asyncio.sleep(0)
        await cancel(asked[0], store)
        await asyncio.wait([asked[1], other])
        assert (undone, session.undoable) == (["a"], {})


async def test_a_task_in_the_background_is_carried_out_although_its_caller_was_cancelled_while_it_was_written() -> None:
    store, end = Halting("task.begun"), End()
    async with AsyncRuntime(store) as runtime:
        delegation = runtime.delegation({"hand": doer_on_a_loop})
        talk = runtime.conversation(asking_on_a_loop(task="dig", background=True), id="talk", tools=[delegation.tool])
        await cancel(asyncio.create_task(talk.ask("go", end)), store)
        await offload(wait_until, lambda: bool(end.notices))
        assert [notice.kind for notice in end.notices] == ["task.completed"]
        await talk.close()


async def test_a_task_that_is_waited_for_has_an_end_although_its_caller_was_cancelled_while_it_was_written() -> None:
    store = Halting("task.begun")
    async with AsyncRuntime(store) as runtime:
        delegation = runtime.delegation({"hand": doer_on_a_loop})
        talk = runtime.conversation(asking_on_a_loop(task="dig"), id="talk", tools=[delegation.tool])
        await cancel(asyncio.create_task(talk.ask("go")), store)
        await offload(wait_until, lambda: "task.ended" in [event.kind for event in store.read("talk")])
        await talk.close()


@pytest.mark.parametrize("who", ["runtime", "hypervisor"])
async def test_what_was_noted_is_written_although_whoever_writes_it_is_cancelled(who: str) -> None:
    store = Halting("other")
    async with AsyncRuntime(store) as runtime, AsyncHypervisor(runtime.log) as hypervisor:
        keeper, look = (runtime, runtime.recover) if who == "runtime" else (hypervisor, hypervisor.monitor_sessions)
        session = await hypervisor.create_session(creator="owner", id="s")
        keeper.notes.append(Note(session.id, Draft("work.dropped", {"what": "something"})))
        other = asyncio.create_task(runtime.log.append(Append("elsewhere", [Draft("other")])))
        await store.stands()  # so that what is appended waits, and whoever is cancelled takes it back
        looking = asyncio.create_task(as_coroutine(look))
        while keeper.notes:  # noqa: ASYNC110  # nobody tells
            await asyncio.sleep(0)
        looking.cancel()
        await asyncio.sleep(0)
        store.go_on.set()
        await asyncio.wait([looking, other])
        assert [event.data["what"] for event in store.read("s") if event.kind == "work.dropped"] == ["something"]


async def as_coroutine(function: Callable[[], Awaitable[object]]) -> None:
    await function()


@pytest.mark.parametrize("face", FACES)
def test_what_an_action_gave_is_forgotten_once_it_can_not_be_taken_back_any_more(face: str) -> None:
    class Thing:
        pass

    with faced(face) as hypervisor:
        first = hypervisor.ready(config=SessionConfig(undo_window=10))
        second = hypervisor.ready()
        given = weakref.ref(hypervisor.act(first, "bot", "draft", Thing, undo=lambda _: None))
        gc.collect()
        assert given() is not None
        hypervisor.clock.advance(11)
        hypervisor.act(second, "bot", "draft", Thing, undo=lambda _: None)
        gc.collect()
        assert given() is None


@pytest.mark.skipif(sys.platform == "win32", reason="has no PostgreSQL")
async def test_a_step_that_is_cancelled_while_the_log_is_away_is_written_when_that_is_back(
    frail: PostgresServer, shop: Shop
) -> None:
    store = PostgresStore(await offload(frail.fresh), patience=0.5)
    async with AsyncRuntime(store) as runtime:
        saga = await runtime.saga("trade", id="s1").open()
        await saga.step(shop.sell, "tea", undo=shop.take_back, name="tea")
        await offload(frail.kill)
        task = asyncio.create_task(saga.step(shop.sell, "cup", undo=shop.take_back, name="cup"))
        await asyncio.sleep(0.1)  # it waits for the log, which nobody can be told of
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await offload(frail.start)
        result = await saga.compensate("enough")
        replay, events = await runtime.replay("s1"), await runtime.log.read_run("s1")
    assert (result.status, shop.done, shop.undone) == (Status.COMPENSATED, ["tea"], ["tea"])
    assert replay.problems == []
    told = [(one.kind, one.data.get("outcome")) for one in events if one.data.get("step") == "cup"]
    assert told == [("step.started", None), ("step.ended", "refused")]
    store.close()
