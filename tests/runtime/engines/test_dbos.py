"""Workflows on DBOS: begun, stopped, moved between engines, cancelled at DBOS itself, and refused with a reason."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from duotone import offload
from duotone.errors import BadEngine, EngineDown, RunFailed
from duotone.runtime import AsyncRuntime, RunResult, Runtime, Status
from duotone.runtime.events import Event
from duotone.runtime.log.verify import verify
from tests.postgresql import PostgresServer
from tests.runtime.engines.services import free_port
from tests.runtime.trade import Refused, Shop

pytestmark = [pytest.mark.timeout(120), pytest.mark.duotone(limit=2.0)]


def flow(*steps: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"name": "trade", "steps": list(steps), **more}


SELL: dict[str, Any] = {"id": "sell", "function": "sell", "with": {"item": "tea"}}
HANG: dict[str, Any] = {"id": "hang", "function": "hang", "effect": False}


async def test_watchers_see_every_event_once_and_in_order(dbos: str, shop: Shop) -> None:
    seen: list[Event] = []
    async with AsyncRuntime(engine=dbos, units={"sell": shop.sell}) as runtime:
        result = await runtime.run_workflow(flow(SELL), on_event=seen.append)
        assert seen == await runtime.log.read_run(result.run)
    assert [event.kind for event in seen] == ["run.started", "step.started", "step.ended", "run.ended"]


async def test_a_run_is_cancelled_from_another_runtime(dbos: str, shop: Shop, path: Path) -> None:
    units: dict[str, Any] = {"sell": shop.sell, "back": shop.take_back, "hang": shop.hang_later}
    workflow = flow({**SELL, "undo": "back"}, {**HANG, "needs": ["sell"]})
    async with AsyncRuntime(path, engine=dbos, units=units) as one, AsyncRuntime(path, engine=dbos) as other:
        running = asyncio.create_task(one.run_workflow(workflow, id="w1", units=units, check=False))
        await offload(shop.began.wait, 30)
        await other.cancel("w1", "not needed")
        result = await running
    assert result.status is Status.COMPENSATED
    assert shop.undone == ["tea"]


async def test_who_is_cancelled_cancels_its_run_and_waits_for_its_end(dbos: str, shop: Shop) -> None:
    async with AsyncRuntime(engine=dbos, units={"hang": shop.hang_later}) as runtime:
        running = asyncio.create_task(runtime.run_workflow(flow(HANG), id="w1"))
        await offload(shop.began.wait, 30)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        assert (await runtime.get_run("w1")).status is Status.CANCELLED


async def test_a_workflow_that_is_cancelled_at_dbos_itself_says_so_in_the_log(dbos: str, shop: Shop) -> None:
    from dbos import DBOSClient

    units: dict[str, Any] = {"sell": shop.sell, "back": shop.take_back, "hang": shop.hang_later}
    workflow = flow({**SELL, "undo": "back"}, {**HANG, "needs": ["sell"]})
    async with AsyncRuntime(engine=dbos, units=units) as runtime:
        running = asyncio.create_task(runtime.run_workflow(workflow, id="w1", check=False))
        await offload(shop.began.wait, 30)
        await offload(_cancel_all, DBOSClient, dbos)
        result = await running
        told = [event for event in await runtime.log.read_run("w1") if event.kind == "signal.cancel"]
    assert result.status is Status.COMPENSATED
    assert [event.data["by"] for event in told] == ["dbos"]
    assert shop.undone == ["tea"]


def _cancel_all(client_of: Any, address: str) -> None:
    client = client_of(system_database_url=address.removeprefix("dbos+").partition("?")[0])
    try:
        for one in client.list_workflows(status="PENDING"):
            client.cancel_workflow(one.workflow_id)
    finally:
        client.destroy()


async def test_a_run_that_is_left_in_the_middle_goes_on_in_the_next_runtime(dbos: str, shop: Shop, path: Path) -> None:
    calls = count(1)

    async def hang() -> int:
        if (number := next(calls)) == 1:
            shop.began.set()
            await asyncio.Event().wait()
        return number

    units: dict[str, Any] = {"sell": shop.sell, "hang": hang}
    workflow = flow(SELL, {**HANG, "needs": ["sell"], "idempotent": True}, outputs={"n": "${{ steps.hang.outputs }}"})
    async with AsyncRuntime(path, engine=dbos, units=units) as runtime:
        running = asyncio.create_task(runtime.run_workflow(workflow, id="w1"))
        await offload(shop.began.wait, 30)
    with pytest.raises(EngineDown, match="goes on with the next one"):
        await running
    async with AsyncRuntime(path, engine=dbos, units=units) as runtime:
        async for _ in runtime.events("w1", follow=True):
            pass
        assert (await runtime.get_run("w1")).outputs == {"n": 2}
    assert shop.done == ["tea"]
    assert verify(path) == []


async def test_a_step_that_has_not_begun_when_a_runtime_closes_is_taken_by_the_next_one(
    dbos: str, shop: Shop, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dbos import DBOS

    real, go = DBOS.run_step_async, threading.Event()

    async def late(*args: Any) -> Any:
        shop.began.set()
        while not go.is_set():  # noqa: ASYNC110  # it is set on another loop
            await asyncio.sleep(0.01)
        return await real(*args)

    monkeypatch.setattr(DBOS, "run_step_async", late)
    async with AsyncRuntime(path, engine=dbos, units={"sell": shop.sell}) as runtime:
        running = asyncio.create_task(runtime.run_workflow(flow(SELL), id="w1"))
        await offload(shop.began.wait, 30)
        closing = asyncio.create_task(runtime.close())
        await asyncio.sleep(0.2)  # it waits for what is about to begin
        go.set()
        await closing
    with pytest.raises(EngineDown, match="goes on with the next one"):
        await running
    async with AsyncRuntime(path, engine=dbos, units={"sell": shop.sell}) as runtime:
        while await runtime.log.run("w1") is None:  # noqa: ASYNC110  # nothing of it was written
            await asyncio.sleep(0.05)
        async for _ in runtime.events("w1", follow=True):
            pass
        assert (await runtime.get_run("w1")).status is Status.COMPLETED
    assert shop.done == ["tea"]


async def test_the_same_id_is_the_same_run(dbos: str, shop: Shop) -> None:
    async with AsyncRuntime(engine=dbos, units={"sell": shop.sell}) as runtime:
        both = await asyncio.gather(*(runtime.run_workflow(flow(SELL), id="w1") for _ in range(2)))
    assert both == [RunResult("w1", Status.COMPLETED, {})] * 2
    assert shop.done == ["tea"]


async def test_a_run_inside_of_another_is_not_taken_for_it(dbos: str, shop: Shop) -> None:
    units: dict[str, Any] = {"sell": lambda item: shop.sell(item) if shop.began.is_set() else shop.refuse(item)}
    async with AsyncRuntime(engine=dbos, units={**units, "hang": shop.hang_later}) as runtime:
        await runtime.run_workflow(flow(SELL), id="w1", check=False)
        inner = asyncio.create_task(runtime.run_workflow(flow(HANG), id="w1/inner", check=False))
        await offload(shop.began.wait, 30)
        async with asyncio.timeout(20):
            result = await runtime.resume("w1")
        inner.cancel()
        await asyncio.gather(inner, return_exceptions=True)
    assert (result.run, result.status, shop.done) == ("w1", Status.COMPLETED, ["tea"])


async def test_cells_run_side_by_side(dbos: str, shop: Shop) -> None:
    sell = {**SELL, "matrix": {"item": ["a", "b", "c"]}, "with": {"item": "${{ matrix.item }}"}}
    async with AsyncRuntime(engine=dbos, units={"sell": shop.sell_later}, concurrency=2) as runtime:
        result = await runtime.run_workflow(flow(sell, outputs={"sold": "${{ steps.sell.outputs }}"}))
        assert (await runtime.replay(result.run)).problems == []
    assert result.outputs == {"sold": ["sold a", "sold b", "sold c"]}


async def test_runs_move_between_dbos_and_the_embedded_engine(dbos: str, shop: Shop, path: Path) -> None:
    workflow = flow(SELL, {"id": "last", "needs": ["sell"], "function": "last"})
    fails: dict[str, Any] = {"sell": shop.sell, "last": shop.refuse}
    works: dict[str, Any] = {"sell": shop.sell, "last": lambda: "well"}
    async with AsyncRuntime(path, engine=dbos, units=fails) as runtime:
        with pytest.raises(RunFailed, match=Refused.__name__):
            await runtime.run_workflow(workflow, id="w1")
    async with AsyncRuntime(path, engine="embedded", units=fails) as runtime:
        assert (await runtime.run_workflow(workflow, id="w2", check=False)).status is Status.FAILED
    async with AsyncRuntime(path, engine="embedded", units=works) as runtime:
        assert (await runtime.resume("w1")).status is Status.COMPLETED
    async with AsyncRuntime(path, engine=dbos, units=works) as runtime:
        assert (await runtime.resume("w2")).status is Status.COMPLETED
    assert shop.done == ["tea", "tea"]
    assert verify(path) == []


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("dbos://host/database", "write dbos\\+postgresql://user@host:5432/database"),
        ("dbos+postgresql://", "is not understood"),
        ("dbos+postgresql://host", "is not understood"),
        ("dbos+mysql://host/database", "is not understood"),
        ("dbos?look=soon", "could not convert"),
        ("dbos?look=0", "is not understood"),
        ("dbos?speed=9", "is not understood"),
    ],
)
def test_an_address_that_can_not_be_read_is_refused_with_the_way_to_write_one(address: str, reason: str) -> None:
    with pytest.raises(BadEngine, match=reason):
        AsyncRuntime(engine=address)


def test_a_refusal_shows_no_password() -> None:
    with pytest.raises(BadEngine) as refused:
        Runtime(engine="dbos+postgresql://me:secret@host/database?look=soon")
    assert "secret" not in str(refused.value)


def test_beside_a_log_that_is_no_postgresql_its_database_has_to_be_named() -> None:
    pytest.importorskip("dbos")
    with pytest.raises(BadEngine, match="name the database"), Runtime(engine="dbos"):
        pass


async def test_a_server_that_is_down_is_waited_for_and_then_named() -> None:
    pytest.importorskip("dbos")
    address = f"dbos+postgresql://me@127.0.0.1:{free_port()}/nothing?patience=0.1"
    with pytest.raises(EngineDown, match="can't be reached"):
        async with AsyncRuntime(engine=address):
            pass


async def test_a_database_that_is_missing_is_named_with_the_way_to_make_it(dbos: str) -> None:
    with pytest.raises(BadEngine, match="createdb"):
        async with AsyncRuntime(engine=f"{dbos.partition('?')[0].rpartition('/')[0]}/nowhere"):
            pass


async def test_a_process_has_one_dbos_and_a_second_database_is_refused(dbos: str, postgres: PostgresServer) -> None:
    async with AsyncRuntime(engine=dbos):
        with pytest.raises(BadEngine, match="a process can have one only"):
            async with AsyncRuntime(engine=f"dbos+{postgres.fresh()}"):
                pass


async def test_a_dbos_that_is_made_beside_ours_is_ours_since_a_process_has_one(
    dbos: str, postgres: PostgresServer
) -> None:
    from dbos import DBOS  # it is there if the fixture is

    async with AsyncRuntime(engine=dbos):
        await offload(lambda: DBOS(config={"name": "theirs", "system_database_url": postgres.fresh()}))
        assert str(DBOS.executor_id).startswith("duotone-")


@pytest.mark.timeout(120)
@pytest.mark.usefixtures("dbos")
def test_processes_that_open_a_new_database_at_once_all_open_it(postgres: PostgresServer) -> None:
    command = [sys.executable, "-m", "tests.runtime.engines.working", postgres.fresh(), "dbos"]
    workers = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    try:
        assert [worker.stdout and worker.stdout.readline() for worker in workers] == ["ready\n"] * 2
    finally:
        for worker in workers:
            worker.kill()
            worker.communicate()
