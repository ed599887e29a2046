"""A session that is terminated, or whose time is over, brings actions, sagas and turns in it to an end."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from duotone.errors import BadInput, Killed, OverLimit, RunFailed
from duotone.runtime import AsyncHypervisor, AsyncRuntime, Hypervisor, Runtime, SessionConfig, Status, nothing_to_undo
from duotone.runtime.log import AsyncLog, Log, MemoryStore
from duotone.runtime.messages import Reply, ToolCall
from tests.runtime.sessions.faces import ACTIONS, FACES, faced
from tests.runtime.sessions.test_killing import async_session, sync_session
from tests.runtime.sessions.test_killing_runs import begun
from tests.runtime.trade import Shop

SHORT = SessionConfig(max_duration=2)


def statuses(store: MemoryStore) -> list[str]:
    return [row.status for row in store.runs(session="s")]


async def test_a_run_and_a_turn_on_a_loop_end_with_the_session_that_is_terminated(shop: Shop) -> None:
    store, talked = MemoryStore(), asyncio.Event()

    async def agent() -> str:
        talked.set()
        await asyncio.Event().wait()
        return "never"

    async with AsyncLog(store) as log, AsyncHypervisor(log) as hypervisor, AsyncRuntime(store) as runtime:
        session = await hypervisor.create_session(creator="owner", id="s")

        async def trade() -> None:
            async with runtime.saga("trade", id="t1", session="s") as saga:
                await saga.step(shop.sell, "tea", undo=shop.take_back)
                await saga.step(shop.hang_later, undo=nothing_to_undo)

        trading = asyncio.create_task(trade())
        asking = asyncio.create_task(runtime.conversation(agent, id="s").ask("hi"))
        await begun(shop)
        await talked.wait()
        root = await hypervisor.terminate_session("s", by="chief", because="done for today")
        with pytest.raises(RunFailed, match="cancelled by chief: done for today"):
            await trading
        turn = await asking
        assert (turn.fault and turn.fault.type, turn.text) == ("Cancelled", "")
        assert (await hypervisor.verify_audit("s")).root == root
    assert sorted(statuses(store)) == ["cancelled", "compensated"]
    assert (shop.undone, session.abandoned) == (["tea"], ())
    (told,) = [event for event in store.read("s") if event.kind == "session.stopped"]
    assert told.data["runs"] == {"t1": "compensated", turn.run: "cancelled"}
    assert sorted(map(str, told.data["stopped"])) == sorted(["t1", turn.run])  # type: ignore[arg-type]


def test_what_keeps_its_thread_is_named_by_the_session_that_is_terminated_and_ends_when_it_can(shop: Shop) -> None:
    store = MemoryStore()
    with Log(store) as log, Hypervisor(log) as hypervisor, Runtime(store) as runtime, ThreadPoolExecutor(1) as threads:
        session = hypervisor.create_session(creator="owner", id="s")

        def trade() -> None:
            with runtime.saga("trade", id="t1", session="s") as saga:
                saga.step(shop.sell, "tea", undo=shop.take_back)
                saga.step(shop.hang, undo=nothing_to_undo)

        trading = threads.submit(trade)
        assert shop.began.wait(20)
        hypervisor.terminate_session("s")
        assert (session.abandoned, session.state) == (("t1",), "archived")
        again = hypervisor.get_session("s")
        assert again is not None
        assert again.abandoned == ("t1",)
        shop.leave.set()
        with pytest.raises(RunFailed, match="cancelled by its session: the session was terminated"):
            trading.result(20)
    assert (statuses(store), shop.undone) == (["compensated"], ["tea"])


async def test_an_action_on_a_loop_is_stopped_with_the_session_that_is_terminated() -> None:
    began = asyncio.Event()

    async def hang() -> None:
        began.set()
        await asyncio.Event().wait()

    async with AsyncHypervisor(actions=ACTIONS) as hypervisor:
        session = await async_session(hypervisor)
        acting = asyncio.create_task(hypervisor.act(session, "bot", "look", hang))
        await began.wait()
        await hypervisor.terminate_session(session)
        with pytest.raises(Killed, match="'look' of 'bot' was stopped in session"):
            await acting
    assert (session.going, session.abandoned, session.state) == ({}, (), "archived")


def test_an_action_of_sync_code_is_stopped_with_the_session_that_is_terminated() -> None:
    began = threading.Event()

    async def hang() -> None:
        began.set()
        await asyncio.Event().wait()

    with Hypervisor(actions=ACTIONS) as hypervisor, ThreadPoolExecutor(1) as threads:
        session = sync_session(hypervisor)
        acting = threads.submit(hypervisor.act, session, "bot", "look", hang)
        assert began.wait(20)
        hypervisor.terminate_session(session)
        with pytest.raises(Killed, match="'look' of 'bot' was stopped in session"):
            acting.result(20)
        assert (session.going, session.abandoned, session.state) == ({}, (), "archived")


@pytest.mark.parametrize("face", FACES)
def test_an_action_that_terminates_its_own_session_ends_well(face: str) -> None:
    with faced(face) as hypervisor:
        session = hypervisor.ready()

        async def close_later() -> str:
            await hypervisor.hypervisor.terminate_session(session)
            return "closed"

        def close() -> str:
            hypervisor.hypervisor.terminate_session(session)
            return "closed"

        assert hypervisor.act(session, "bot", "draft", close_later if face == "async" else close) == "closed"
        ended = [event.data["outcome"] for event in hypervisor.events(session) if event.kind == "action.ended"]
        assert (ended, session.state) == (["ok"], "archived")


async def test_a_step_can_not_terminate_the_session_of_its_own_run(shop: Shop) -> None:
    store = MemoryStore()
    async with AsyncLog(store) as log, AsyncHypervisor(log) as hypervisor, AsyncRuntime(store) as runtime:
        session = await hypervisor.create_session(creator="owner", id="s")
        async with runtime.saga("trade", id="t1", session="s") as saga:
            await saga.step(shop.sell, "tea", undo=shop.take_back)
            with pytest.raises(BadInput, match="'s' is that of run 't1', of which this is a step"):
                await saga.step(hypervisor.terminate_session, "s")
        assert session.state == "created"
        await hypervisor.terminate_session("s")
    assert (statuses(store), shop.undone) == (["completed"], [])


def test_a_step_of_sync_code_can_not_terminate_the_session_of_its_own_run(shop: Shop) -> None:
    store = MemoryStore()
    with Log(store) as log, Hypervisor(log) as hypervisor, Runtime(store) as runtime:
        hypervisor.create_session(creator="owner", id="s")
        with runtime.saga("trade", id="t1", session="s") as saga:
            saga.step(shop.sell, "tea", undo=shop.take_back)
            with pytest.raises(BadInput, match="'s' is that of run 't1', of which this is a step"):
                saga.step(hypervisor.terminate_session, "s")
        hypervisor.terminate_session("s")
    assert (statuses(store), shop.undone) == (["completed"], [])


# -- by the clock -------------------------------------------------------------------------------------------------


async def test_a_run_and_a_turn_on_a_loop_are_timed_out_with_their_session_although_nobody_looks(shop: Shop) -> None:
    store = MemoryStore()

    async def agent() -> str:
        await asyncio.Event().wait()
        return "never"

    async with AsyncLog(store) as log, AsyncHypervisor(log) as hypervisor, AsyncRuntime(store) as runtime:
        await hypervisor.create_session(SHORT, creator="owner", id="s")

        async def trade() -> None:
            async with runtime.saga("trade", id="t1", session="s") as saga:
                await saga.step(shop.sell, "tea", undo=shop.take_back)
                await saga.step(shop.hang_later, undo=nothing_to_undo)

        talk = runtime.conversation(agent, id="s")
        asking = asyncio.create_task(talk.ask("hi"))
        with pytest.raises(RunFailed, match="'t1' is compensated: the time of its session is over"):
            await trade()
        turn = await asking
        assert (turn.state, turn.fault and turn.fault.type) == ("error", "TimedOut")
        assert "session.terminating" not in [event.kind for event in store.read("s")]
        with pytest.raises(OverLimit, match="max_duration"):
            await talk.send("hello?")
        assert [event.data["cause"] for event in store.read("s") if event.kind == "run.undoing"] == ["timed_out"]
    assert sorted(statuses(store)) == ["compensated", "timed_out"]
    assert shop.undone == ["tea"]


def test_a_run_and_a_turn_of_sync_code_are_timed_out_with_their_session(shop: Shop) -> None:
    store, over, steps = MemoryStore(), threading.Event(), list[str]()

    def agent(turn: Any) -> Reply:
        """Take a step that nobody can stop: it is over with the session."""
        steps.append(turn.text)
        over.wait(20)
        return Reply("", [ToolCall("c1", "look", {})])

    def look() -> str:
        return pytest.fail("nothing is called once the time is over")

    with Log(store) as log, Hypervisor(log) as hypervisor, Runtime(store) as runtime, ThreadPoolExecutor(1) as threads:
        hypervisor.create_session(SHORT, creator="owner", id="s")
        talk = runtime.conversation(agent, id="s", tools=[look])
        asking = threads.submit(talk.ask, "hi")

        def trade() -> None:
            with runtime.saga("trade", id="t1", session="s") as saga:
                saga.step(shop.sell, "tea", undo=shop.take_back)
                saga.step(shop.hang_later, undo=nothing_to_undo)

        with pytest.raises(RunFailed, match="'t1' is compensated: the time of its session is over"):
            trade()
        assert shop.threads == [threading.get_ident()]  # what can't be stopped keeps its thread
        over.set()
        turn = asking.result(20)
        assert (turn.state, turn.fault and turn.fault.type) == ("error", "TimedOut")
        with pytest.raises(OverLimit, match="max_duration"):
            talk.send("hello?")
    assert sorted(statuses(store)) == ["compensated", "timed_out"]
    assert (shop.undone, steps) == (["tea"], ["hi"])


@pytest.mark.parametrize("face", FACES)
def test_a_run_that_began_before_its_session_was_governed_is_timed_out_by_who_looks_over_it(
    face: str, shop: Shop
) -> None:
    store = MemoryStore()

    def trade() -> None:
        async def main() -> None:
            async with AsyncRuntime(store) as runtime, runtime.saga("trade", id="t1", session="s") as saga:
                await saga.step(shop.sell, "tea", undo=shop.take_back)
                await saga.step(shop.hang_later, undo=nothing_to_undo)

        with pytest.raises(RunFailed, match="'t1' is compensated: the time of its session is over"):
            asyncio.run(main())

    with ThreadPoolExecutor(1) as threads, faced(face, store) as hypervisor:
        trading = threads.submit(trade)
        assert shop.began.wait(20)
        session = hypervisor.create_session(SessionConfig(max_duration=600), creator="owner", id="s")
        assert hypervisor.monitor_sessions() == []
        hypervisor.clock.advance(601)
        assert [issue.kind for issue in hypervisor.monitor_sessions()] == ["time_over"]
        trading.result(20)
        assert (session.state, session.because, session.abandoned) == ("archived", "max_duration", ())
    assert (statuses(store), shop.undone) == ([Status.COMPENSATED], ["tea"])
