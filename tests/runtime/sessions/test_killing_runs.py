"""A session that is killed takes its sagas and workflows along, and the report says how far that is."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from duotone.errors import RunFailed
from duotone.runtime import AsyncHypervisor, AsyncRuntime, Hypervisor, Runtime, nothing_to_undo
from duotone.runtime.events import Append, Draft, Json
from duotone.runtime.log import AsyncLog, Log, MemoryStore
from tests.runtime.sessions.faces import faced
from tests.runtime.trade import Shop


async def begun(shop: Shop) -> None:
    while not shop.began.is_set():  # noqa: ASYNC110  # it may be set on a thread
        await asyncio.sleep(0.005)


async def test_H14_a_run_on_a_loop_is_stopped_and_undone_with_its_session(shop: Shop) -> None:
    store = MemoryStore()
    async with AsyncLog(store) as log, AsyncHypervisor(log) as hypervisor, AsyncRuntime(store) as runtime:
        session = await hypervisor.create_session(creator="owner")

        async def trade() -> None:
            async with runtime.saga("trade", id="t1", session=session.id) as saga:
                await saga.step(shop.sell, "tea", undo=shop.take_back)
                await saga.step(shop.hang_later, undo=nothing_to_undo)

        async with runtime.saga("trade", id="before", session=session.id) as saga:
            await saga.step(shop.sell, "cup", undo=nothing_to_undo)
        task = asyncio.create_task(trade())
        await begun(shop)
        report = await hypervisor.kill(session, by="chief", reason="enough")
        with pytest.raises(RunFailed, match="cancelled by chief: enough"):
            await task
        (told,) = [event for event in store.read(session.id) if event.kind == "kill.ended"]
        assert (await hypervisor.verify_audit(session)).holds
    assert (report.stopped, report.abandoned, report.runs) == (("t1",), (), {"t1": "compensated"})
    assert told.data["runs"] == {"t1": "compensated"}
    assert shop.undone == ["tea"]


def test_H14_a_run_on_a_thread_that_nobody_can_stop_is_abandoned(shop: Shop) -> None:
    store = MemoryStore()
    with Log(store) as log, Hypervisor(log) as hypervisor, Runtime(store) as runtime:
        session = hypervisor.create_session(creator="owner")

        def trade() -> None:
            with pytest.raises(RunFailed), runtime.saga("trade", id="t1", session=session.id) as saga:
                saga.step(shop.hang, undo=nothing_to_undo)

        thread = threading.Thread(target=trade, daemon=True)
        thread.start()
        shop.began.wait(20)
        report = hypervisor.kill(session, by="chief", reason="enough")
        shop.leave.set()
        thread.join(20)
        assert runtime.get_run("t1").status == "cancelled"  # as soon as it could hear of it
    assert (report.stopped, report.abandoned, report.runs) == ((), ("t1",), {"t1": "running"})


@pytest.mark.parametrize("face", ["sync", "async"])
def test_H14_a_run_whose_process_is_gone_is_left_to_whoever_recovers_it(face: str, path: Path) -> None:
    with Log(path) as log:
        data: dict[str, Json] = {"kind": "saga", "name": "trade", "status": "running", "owner": log.owner(), "fence": 1}
        log.append(Append("s", [Draft("run.started", data, "t1")]))
    with Runtime(path) as runtime:
        with faced(face, runtime.log.store) as hypervisor:
            hypervisor.create_session(creator="owner", id="s")
            report = hypervisor.kill("s", by="chief", reason="enough")
        assert (report.stopped, report.abandoned, report.runs) == ((), ("t1",), {"t1": "left"})
        (result,) = runtime.recover()
    assert result.status == "compensated"


@pytest.mark.parametrize("face", ["sync", "async"])
def test_a_participant_that_is_killed_leaves_the_runs_of_its_session_alone(face: str) -> None:
    with faced(face) as hypervisor:
        session = hypervisor.ready()
        data = {"kind": "saga", "name": "trade", "status": "running", "owner": hypervisor.store.owner(), "fence": 1}
        Log(hypervisor.store).append(Append(session.id, [Draft("run.started", data, "t1")]))
        assert hypervisor.kill(session, "bot", by="chief", reason="enough").runs == {}
        assert "signal.cancel" not in hypervisor.kinds(session)
