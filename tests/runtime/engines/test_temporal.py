"""Workflows on Temporal: begun, followed, stopped, resumed, on several runtimes and on other engines' logs."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from temporalio.client import Client

from duotone import offload
from duotone.errors import BadEngine, EngineDown, RunFailed
from duotone.runtime import AsyncRuntime, RunResult, Status
from duotone.runtime.drafts import run_started
from duotone.runtime.events import Append, Event
from duotone.runtime.log.verify import verify
from tests.runtime.engines.services import free_port
from tests.runtime.trade import Refused, Shop

pytestmark = [pytest.mark.timeout(120), pytest.mark.duotone(limit=1.0)]


def flow(*steps: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"name": "trade", "steps": list(steps), **more}


def chain(count: int, function: str = "count") -> dict[str, Any]:
    """So many steps, each after the other."""
    steps: list[dict[str, Any]] = [{"id": f"s{n}", "function": function, "with": {"n": n}} for n in range(count)]
    for before, step in pairwise(steps):
        step["needs"] = [before["id"]]
    return flow(*steps, outputs={"last": f"${{{{ steps.s{count - 1}.outputs }}}}"})


SELL: dict[str, Any] = {"id": "sell", "function": "sell", "with": {"item": "tea"}}
HANG: dict[str, Any] = {"id": "hang", "function": "hang", "effect": False}


async def test_watchers_see_every_event_once_and_in_order(temporal: str, shop: Shop) -> None:
    seen: list[Event] = []
    async with AsyncRuntime(engine=temporal, units={"sell": shop.sell}) as runtime:
        result = await runtime.run_workflow(flow(SELL), on_event=seen.append)
        assert seen == await runtime.log.read_run(result.run)
    assert [event.kind for event in seen] == ["run.started", "step.started", "step.ended", "run.ended"]


async def test_a_run_is_cancelled_from_another_runtime(temporal: str, shop: Shop, path: Path) -> None:
    units: dict[str, Any] = {"sell": shop.sell, "back": shop.take_back, "hang": shop.hang_later}
    workflow = flow({**SELL, "undo": "back"}, {**HANG, "needs": ["sell"]})
    async with AsyncRuntime(path, engine=temporal, units=units) as one, AsyncRuntime(path, engine=temporal) as other:
        running = asyncio.create_task(one.run_workflow(workflow, id="w1", units=units, check=False))
        await offload(shop.began.wait, 30)
        await other.cancel("w1", "not needed")
        result = await running
    assert result.status is Status.COMPENSATED
    assert shop.undone == ["tea"]


async def test_who_is_cancelled_cancels_its_run_and_waits_for_its_end(temporal: str, shop: Shop) -> None:
    async with AsyncRuntime(engine=temporal, units={"hang": shop.hang_later}) as runtime:
        running = asyncio.create_task(runtime.run_workflow(flow(HANG), id="w1"))
        await offload(shop.began.wait, 30)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        assert (await runtime.get_run("w1")).status is Status.CANCELLED


async def test_a_workflow_that_is_cancelled_at_temporal_itself_says_so_in_the_log(temporal: str, shop: Shop) -> None:
    async with AsyncRuntime(engine=temporal, units={"hang": shop.hang_later}) as runtime:
        running = asyncio.create_task(runtime.run_workflow(flow(HANG), id="w1", check=False))
        await offload(shop.began.wait, 30)
        client = await Client.connect(temporal.removeprefix("temporal://").partition("/")[0])
        listed = [
            one.id async for one in client.list_workflows("ExecutionStatus = 'Running'") if one.id.startswith("w1@")
        ]
        for name in listed:
            await client.get_workflow_handle(name).cancel()
        result = await running
        told = [event for event in await runtime.log.read_run("w1") if event.kind == "signal.cancel"]
    assert result.status is Status.CANCELLED
    assert [event.data["by"] for event in told] == ["temporal"]


async def test_a_retry_waits_on_a_timer_of_temporal_and_says_so_before(temporal: str, shop: Shop) -> None:
    workflow = flow({**SELL, "retry": {"attempts": 3, "delay": 0.2}})
    async with AsyncRuntime(engine=temporal, units={"sell": shop.refuse_twice}) as runtime:
        result = await runtime.run_workflow(workflow)
        kinds = [event.kind for event in await runtime.log.read_run(result.run)]
        assert (await runtime.replay(result.run)).problems == []
    trial = ["step.started", "step.ended"]
    assert kinds == ["run.started", *trial, "step.retrying", *trial, "step.retrying", *trial, "run.ended"]


async def test_what_is_too_large_for_temporal_is_kept_in_the_log(temporal: str) -> None:
    text = "tea " * 500_000
    double = {"id": "double", "function": "double", "with": {"text": "${{ inputs.text }}"}}
    whole = {"id": "whole", "needs": ["double"], "function": "whole", "with": {"text": "${{ steps.double.outputs }}"}}
    workflow = flow(double, whole, inputs={"text": {"type": "string"}}, outputs={"size": "${{ steps.whole.outputs }}"})
    units: dict[str, Any] = {"double": lambda text: text * 2, "whole": lambda text: text.count("")}
    async with AsyncRuntime(engine=temporal, units=units) as runtime:
        result = await runtime.run_workflow(workflow, {"text": text})
        names = [row.session for row in await runtime.log.sessions()]
    assert result.outputs == {"size": 4_000_001}
    assert any(name.startswith("payload/") for name in names)


async def test_the_same_id_is_the_same_run(temporal: str, shop: Shop) -> None:
    async with AsyncRuntime(engine=temporal, units={"sell": shop.sell}) as runtime:
        both = await asyncio.gather(*(runtime.run_workflow(flow(SELL), id="w1") for _ in range(2)))
    assert both == [RunResult("w1", Status.COMPLETED, {})] * 2
    assert shop.done == ["tea"]


async def test_a_history_that_grows_long_goes_on_in_another(temporal: str) -> None:
    async with AsyncRuntime(engine=temporal, units={"count": lambda n: n}) as runtime:
        result = await runtime.run_workflow(chain(60), id="w1")
        assert result.outputs == {"last": 59}
        events = await runtime.log.read_run("w1")
        assert (await runtime.replay("w1")).problems == []
    assert len([event for event in events if event.kind == "step.started"]) == 60
    assert [event.kind for event in events if event.kind.startswith("run.")] == ["run.started", "run.ended"]


async def test_cells_are_written_before_they_begin(temporal: str, shop: Shop) -> None:
    sell = {**SELL, "matrix": {"item": ["a", "b", "c"]}, "with": {"item": "${{ matrix.item }}"}}
    async with AsyncRuntime(engine=temporal, units={"sell": shop.sell_later}, concurrency=2) as runtime:
        result = await runtime.run_workflow(flow(sell, outputs={"sold": "${{ steps.sell.outputs }}"}))
        assert (await runtime.replay(result.run)).problems == []
    assert result.outputs == {"sold": ["sold a", "sold b", "sold c"]}


async def test_runs_move_between_temporal_and_the_embedded_engine(temporal: str, shop: Shop, path: Path) -> None:
    workflow = flow(SELL, {"id": "last", "needs": ["sell"], "function": "last"})
    fails: dict[str, Any] = {"sell": shop.sell, "last": shop.refuse}
    works: dict[str, Any] = {"sell": shop.sell, "last": lambda: "well"}
    async with AsyncRuntime(path, engine=temporal, units=fails) as runtime:
        with pytest.raises(RunFailed, match=Refused.__name__):
            await runtime.run_workflow(workflow, id="w1")
    async with AsyncRuntime(path, engine="embedded", units=fails) as runtime:
        assert (await runtime.run_workflow(workflow, id="w2", check=False)).status is Status.FAILED
    async with AsyncRuntime(path, engine="embedded", units=works) as runtime:
        assert (await runtime.resume("w1")).status is Status.COMPLETED
    async with AsyncRuntime(path, engine=temporal, units=works) as runtime:
        assert (await runtime.resume("w2")).status is Status.COMPLETED
    assert shop.done == ["tea", "tea"]
    assert verify(path) == []


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("temporal://", "is not understood"),
        ("temporal://host?speed=9", "speed is not understood"),
        ("temporal://host?heartbeat=soon", "could not convert"),
        ("temporal://host?heartbeat=0", "is not understood"),
        ("temporal://host:many", "write temporal://host:port/namespace"),
    ],
)
def test_an_address_that_can_not_be_read_is_refused_with_the_way_to_write_one(address: str, reason: str) -> None:
    with pytest.raises(BadEngine, match=reason):
        AsyncRuntime(engine=address)


async def test_a_service_that_is_down_is_waited_for_and_then_named() -> None:
    with pytest.raises(EngineDown, match="can't be reached"):
        async with AsyncRuntime(engine=f"temporal://127.0.0.1:{free_port()}?patience=0.1"):
            pass


async def test_a_namespace_that_is_missing_is_named_with_the_way_to_make_it(temporal: str) -> None:
    with pytest.raises(BadEngine, match="temporal operator namespace create -n nowhere"):
        async with AsyncRuntime(engine=temporal.replace("/default", "/nowhere")):
            pass


async def test_what_another_engine_drives_is_left_to_that_one(remote: str) -> None:
    async with AsyncRuntime(engine=remote) as runtime:
        await runtime.log.append(Append("w1", [run_started("w1", "workflow", "trade", "engine:other")], 0))
        assert await runtime.left_behind() == []
