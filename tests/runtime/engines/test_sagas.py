"""Sagas on engines: functions that were enlisted are called by workers, and others stay where they are."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from temporalio.client import Client

from duotone import offload
from duotone.errors import BadInput, BadUnit, NoSuchStep, RunFailed, RunFinished, StepFailed, Unbound
from duotone.runtime import AsyncRuntime, AsyncSaga, Runtime, Saga, Status, saga, unit
from duotone.runtime.engines.naming import scope_of
from duotone.runtime.events import Event
from duotone.runtime.log.verify import verify
from duotone.runtime.undo import nothing_to_undo
from tests.runtime.trade import Shop

pytestmark = [pytest.mark.timeout(120), pytest.mark.duotone(limit=1.0)]


class Stall:
    """Sagas that trade, and wait in the middle of it."""

    def __init__(self, shop: Shop) -> None:
        self.shop = shop
        self.called = 0
        self.trade = saga(self._trade)
        self.trade_on_a_thread = saga(self._trade_on_a_thread)
        self.fail = saga(self._fail)
        self.twice = saga(self._twice)
        self.twice_on_a_thread = saga(self._twice_on_a_thread)

    async def _trade(self, saga: AsyncSaga, item: str) -> str:
        self.called += 1
        await saga.step(self.shop.sell, item, undo=self.shop.take_back, name="sell")
        return str(await saga.step(unit(idempotent=True)(self._hang), undo=nothing_to_undo, name="hang"))

    async def _hang(self) -> str:
        self.shop.began.set()
        while not self.shop.leave.is_set():  # noqa: ASYNC110  # it is for threads as well
            await asyncio.sleep(0.02)
        return "left"

    def _trade_on_a_thread(self, saga: Saga, item: str) -> str:
        return str(saga.step(self.shop.sell, item, name="sell"))

    async def _twice(self, saga: AsyncSaga, first: str, second: str) -> str:
        await saga.step(self.shop.sell, first, undo=self.shop.take_back, name="first")
        do = self.shop.sell if second else self.shop.refuse
        return str(await saga.step(do, second, undo=self.shop.take_back, name="second"))

    def _twice_on_a_thread(self, saga: Saga, first: str, second: str) -> str:
        saga.step(self.shop.sell, first, undo=self.shop.take_back, name="first")
        return str(saga.step(self.shop.sell, second, undo=self.shop.take_back, name="second"))

    async def _fail(self, saga: AsyncSaga) -> None:
        await saga.step(self.shop.sell, "tea", undo=self.shop.take_back, name="sell")
        raise ValueError("no more tea")


def cancel_at_dbos(address: str, scope: str) -> None:
    """Cancel all workflows of one log there, as somebody who operates DBOS does."""
    from dbos import DBOSClient  # it is there if the fixture is

    client = DBOSClient(system_database_url=address.removeprefix("dbos+").partition("?")[0])
    try:
        for one in client.list_workflows(status="PENDING", workflow_id_prefix=f"{scope}/"):
            client.cancel_workflow(one.workflow_id)
    finally:
        client.destroy()


@pytest.fixture
def stall(shop: Shop) -> Stall:
    return Stall(shop)


async def test_an_enlisted_function_is_called_by_a_worker_and_its_caller_sees_all_of_it(
    remote: str, path: Path, stall: Stall
) -> None:
    seen: list[Event] = []
    stall.shop.leave.set()
    async with AsyncRuntime(path, engine=remote) as runtime:
        runtime.enlist("trade", stall.trade)
        assert await runtime.run(stall.trade, "tea", id="s1", on_event=seen.append) == "left"
        assert await runtime.run(stall.trade, "tea", id="s1") == "left"
        [row] = await runtime.runs()
        assert seen == await runtime.log.read_run("s1")
        assert (await runtime.replay("s1")).problems == []
    assert row.owner == f"engine:{runtime.abilities.name}"
    assert (stall.called, stall.shop.done) == (1, ["tea"])
    assert [event.kind for event in seen][:2] == ["run.started", "step.started"]
    assert verify(path) == []


def test_sync_code_runs_a_sync_function_over_the_bridge(remote: str, path: Path, stall: Stall) -> None:
    with Runtime(path, engine=remote) as runtime:
        runtime.enlist("trade", stall.trade_on_a_thread)
        assert runtime.run(stall.trade_on_a_thread, "tea") == "sold tea"
        [row] = runtime.runs()
    assert row.owner.startswith("engine:")


async def test_what_a_function_raises_reaches_its_caller_once_all_is_undone(remote: str, stall: Stall) -> None:
    async with AsyncRuntime(engine=remote) as runtime:
        runtime.enlist("fail", stall.fail)
        with pytest.raises(ValueError, match="no more tea"):
            await runtime.run(stall.fail, id="s1")
        assert (await runtime.get_run("s1")).status is Status.COMPENSATED
    assert (stall.shop.done, stall.shop.undone) == (["tea"], ["tea"])


async def test_a_function_that_was_not_enlisted_stays_with_its_process(remote: str, stall: Stall) -> None:
    stall.shop.leave.set()
    async with AsyncRuntime(engine=remote) as runtime:
        assert await runtime.run(stall.trade, "tea") == "left"
        [row] = await runtime.runs()
    assert not row.owner.startswith("engine:")


async def test_arguments_that_no_other_worker_could_be_given_are_refused(remote: str, stall: Stall) -> None:
    async with AsyncRuntime(engine=remote) as runtime:
        runtime.enlist("trade", stall.trade)
        with pytest.raises(BadUnit, match="can't keep, so no other worker could call it; give it JSON"):
            await runtime.run(stall.trade, object())
        assert await runtime.runs() == []
        with pytest.raises(BadInput, match="is for agents, and 'trade' is a saga"):
            runtime.enlist("trade", stall.trade, system="Be brief.")


async def test_a_saga_is_cancelled_from_another_runtime_and_undone(remote: str, path: Path, stall: Stall) -> None:
    async with AsyncRuntime(path, engine=remote) as one, AsyncRuntime(path, engine=remote) as other:
        for runtime in (one, other):
            runtime.enlist("trade", stall.trade)
        run = asyncio.create_task(one.run(stall.trade, "tea", id="s1"))
        await offload(stall.shop.began.wait, 60)
        await other.cancel("s1", "enough")
        with pytest.raises(RunFailed, match="enough"):
            await run
        with pytest.raises(RunFinished):
            await other.cancel("s1")
    assert (stall.shop.done, stall.shop.undone) == (["tea"], ["tea"])
    assert verify(path) == []


async def test_who_is_cancelled_has_the_saga_undone_and_waits_for_that(remote: str, stall: Stall) -> None:
    async with AsyncRuntime(engine=remote) as runtime:
        runtime.enlist("trade", stall.trade)
        run = asyncio.create_task(runtime.run(stall.trade, "tea", id="s1"))
        await offload(stall.shop.began.wait, 60)
        run.cancel()
        with pytest.raises(asyncio.CancelledError):
            await run
        assert (await runtime.get_run("s1")).status is Status.COMPENSATED
    assert (stall.shop.done, stall.shop.undone) == (["tea"], ["tea"])


async def test_a_runtime_that_closes_leaves_the_saga_to_others_as_it_stands(
    remote: str, path: Path, stall: Stall
) -> None:
    async with AsyncRuntime(path, engine=remote) as other:
        other.enlist("trade", stall.trade)
        async with AsyncRuntime(path, engine=remote) as one:
            one.enlist("trade", stall.trade)
            run = asyncio.create_task(one.run(stall.trade, "tea", id="s1"))
            await offload(stall.shop.began.wait, 60)
        run.cancel()
        await asyncio.gather(run, return_exceptions=True)
        stall.shop.leave.set()
        async for _ in other.events("s1", follow=True):
            pass
        result = await other.get_run("s1")
    assert (result.status, result.outputs, stall.called) == (Status.COMPLETED, "left", 2)
    assert stall.shop.done == ["tea"]
    assert verify(path) == []


async def test_a_workflow_that_is_cancelled_at_temporal_undoes_its_saga(
    temporal: str, path: Path, stall: Stall
) -> None:
    async with AsyncRuntime(path, engine=temporal) as runtime:
        runtime.enlist("trade", stall.trade)
        run = asyncio.create_task(runtime.run(stall.trade, "tea", id="s1"))
        await offload(stall.shop.began.wait, 60)
        client = await Client.connect(temporal.removeprefix("temporal://").partition("/")[0])
        found = [one async for one in client.list_workflows("WorkflowType = 'duotone.saga.1'")]
        [named] = await runtime.log.read("duotone.engine")
        [handle] = [client.get_workflow_handle(one.id) for one in found if one.id == f"s1@{named.data['name']}"]
        await handle.cancel()
        with pytest.raises(RunFailed, match="its workflow was cancelled"):
            await run
    assert (stall.shop.done, stall.shop.undone) == (["tea"], ["tea"])


async def test_one_that_is_cancelled_while_nobody_is_at_it_is_undone_by_the_next_worker(
    temporal: str, path: Path, stall: Stall
) -> None:
    async with AsyncRuntime(path, engine=temporal) as runtime:
        runtime.enlist("trade", stall.trade)
        run = asyncio.create_task(runtime.run(stall.trade, "tea", id="s1"))
        await offload(stall.shop.began.wait, 60)
        [named] = await runtime.log.read("duotone.engine")
    run.cancel()
    await asyncio.gather(run, return_exceptions=True)
    client = await Client.connect(temporal.removeprefix("temporal://").partition("/")[0])
    await client.get_workflow_handle(f"s1@{named.data['name']}").cancel()
    async with AsyncRuntime(path, engine=temporal) as runtime:
        runtime.enlist("trade", stall.trade)
        async for _ in runtime.events("s1", follow=True):
            pass
        assert (await runtime.get_run("s1")).status is Status.COMPENSATED
    assert (stall.shop.done, stall.shop.undone) == (["tea"], ["tea"])


async def test_a_worker_without_the_function_leaves_it_to_those_who_have_it(
    temporal: str, path: Path, stall: Stall
) -> None:
    stall.shop.leave.set()
    async with AsyncRuntime(path, engine=temporal), AsyncRuntime(path, engine=temporal) as runtime:
        runtime.enlist("trade", stall.trade)
        assert [await runtime.run(stall.trade, item) for item in ("tea", "milk")] == ["left", "left"]
    assert stall.shop.done == ["tea", "milk"]


async def test_a_workflow_that_is_cancelled_at_dbos_undoes_its_saga(dbos: str, path: Path, stall: Stall) -> None:
    async with AsyncRuntime(path, engine=dbos) as runtime:
        runtime.enlist("trade", stall.trade)
        run = asyncio.create_task(runtime.run(stall.trade, "tea", id="s1"))
        await offload(stall.shop.began.wait, 60)
        await offload(cancel_at_dbos, dbos, await scope_of(runtime.log))
        with pytest.raises(RunFailed, match="its workflow was cancelled"):
            await run
        assert (await runtime.get_run("s1")).status is Status.COMPENSATED
        assert (await runtime.replay("s1")).problems == []
    assert (stall.shop.done, stall.shop.undone) == (["tea"], ["tea"])
    assert verify(path) == []


async def test_one_that_is_cancelled_at_dbos_while_nobody_is_at_it_is_undone_by_the_next_process(
    dbos: str, path: Path, stall: Stall
) -> None:
    async with AsyncRuntime(path, engine=dbos) as runtime:
        runtime.enlist("trade", stall.trade)
        run = asyncio.create_task(runtime.run(stall.trade, "tea", id="s1"))
        await offload(stall.shop.began.wait, 60)
        scope = await scope_of(runtime.log)
    run.cancel()
    await asyncio.gather(run, return_exceptions=True)
    await offload(cancel_at_dbos, dbos, scope)
    async with AsyncRuntime(path, engine=dbos) as runtime:
        runtime.enlist("trade", stall.trade)
        async for _ in runtime.events("s1", follow=True):
            pass
        assert (await runtime.get_run("s1")).status is Status.COMPENSATED
    assert (stall.shop.done, stall.shop.undone) == (["tea"], ["tea"])


@pytest.mark.parametrize("color", ["async", "sync"])
async def test_a_branch_of_a_saga_is_called_by_a_worker_with_what_was_there_before(
    remote: str, path: Path, stall: Stall, color: str
) -> None:
    stall.shop.leave.set()
    async with AsyncRuntime(path, engine=remote) as runtime:
        function = stall.twice if color == "async" else stall.twice_on_a_thread
        runtime.enlist("twice", function)
        assert await runtime.run(function, "tea", id="s1", second="cup") == "sold cup"
        result = await runtime.branch("s1", "second", {"second": "mug"}, id="s2")
        assert (result.status, result.outputs) == (Status.COMPLETED, "sold mug")
        assert stall.shop.done == ["tea", "cup", "mug"]
        again = await runtime.branch("s1", "first", id="s3")
        rows = {row.run: row.owner for row in await runtime.runs()}
        assert [(await runtime.replay(run)).problems for run in rows] == [[], [], []]
    assert again.outputs == "sold cup"
    assert set(rows.values()) == {f"engine:{runtime.abilities.name}"}
    assert verify(path) == []


async def test_a_branch_of_a_saga_that_fails_undoes_nothing_of_the_older_run(
    remote: str, path: Path, stall: Stall
) -> None:
    async with AsyncRuntime(path, engine=remote) as runtime:
        runtime.enlist("twice", stall.twice)
        await runtime.run(stall.twice, "tea", id="s1", second="cup")
        with pytest.raises(StepFailed, match="Refused"):
            await runtime.branch("s1", "second", {"second": ""}, id="s2")
        assert (await runtime.get_run("s2")).status is Status.FAILED
        assert (await runtime.get_run("s1")).status is Status.COMPLETED
        with pytest.raises(BadInput, match="must be JSON"):
            await runtime.branch("s1", "second", {"second": object()})  # type: ignore[dict-item]
        with pytest.raises(NoSuchStep):
            await runtime.branch("s1", "third")
    assert (stall.shop.done, stall.shop.undone) == (["tea", "cup"], [])


async def test_a_branch_of_a_saga_that_nobody_here_has_enlisted_is_refused_before_anything_is_written(
    remote: str, path: Path, shop: Shop
) -> None:
    @saga
    async def sell(saga: AsyncSaga) -> str:
        return str(await saga.step(shop.sell, "tea", name="sell"))

    async with AsyncRuntime(path, engine=remote) as runtime:
        runtime.enlist("sell", sell)
        await runtime.run(sell, id="s1")
    async with AsyncRuntime(path, engine=remote) as runtime:
        with pytest.raises(Unbound, match=r"no saga 'sell' was enlisted; call runtime\.enlist\('sell', function\)"):
            await runtime.branch("s1", "sell", id="s2")
        assert [row.run for row in await runtime.runs()] == ["s1"]
