"""What a worker does for a saga that an engine moves: it is the last one who was asked, or it is refused."""

from __future__ import annotations

import asyncio
from itertools import count
from typing import Any

import pytest

from duotone.errors import RunTaken, Unbound
from duotone.runtime import AsyncRuntime, AsyncSaga, Status, saga, unit
from duotone.runtime.drafts import run_started
from duotone.runtime.engines.bodies import Bodies
from duotone.runtime.events import Append
from tests.runtime.trade import Refused, Shop


def never() -> bool:
    return False


async def begun(runtime: AsyncRuntime, name: str) -> Bodies:
    """Let a run have begun that an engine is to drive."""
    spec: Any = {"function": name, "enlisted": name, "args": [], "kwargs": {}}
    await runtime.log.append(Append("s1", [run_started("s1", "saga", name, runtime._engine.port.owner, spec=spec)], 0))
    return Bodies(runtime._engine, "test")


async def test_a_run_that_has_ended_since_the_engine_was_asked_is_left_alone(shop: Shop) -> None:
    @saga
    async def fail(saga: AsyncSaga) -> None:
        await saga.step(shop.sell, "tea", undo=shop.take_nothing_back)
        raise Refused

    async with AsyncRuntime(engine="embedded") as runtime:
        runtime.enlist("fail", fail)
        bodies = await begun(runtime, "fail")
        first = await bodies.run("s1", 1, never, base=0)
        again = await bodies.run("s1", 2, never, base=0)
        kinds = [event.kind for event in await runtime.log.read_run("s1")]
    assert (first.status, again, shop.done) == (Status.COMPENSATED, first, ["tea"])
    assert "run.claimed" not in kinds


async def test_one_that_failed_is_gone_on_with_when_somebody_asks_for_that_and_not_by_the_engine() -> None:
    called: list[int] = []

    @saga
    async def fail(_saga: AsyncSaga) -> None:
        called.append(1)
        await asyncio.sleep(0)
        raise Refused

    async with AsyncRuntime(engine="embedded") as runtime:
        runtime.enlist("fail", fail)
        bodies = await begun(runtime, "fail")
        assert (await bodies.run("s1", 1, never, base=0)).status is Status.FAILED
        assert (await bodies.run("s1", 2, never, base=0)).status is Status.FAILED
        assert called == [1]
        assert (await bodies.run("s1", 2, never, base=1)).status is Status.FAILED
        assert called == [1, 1]


async def test_who_was_asked_before_can_not_begin_once_the_next_one_has(shop: Shop) -> None:
    @saga
    async def trade(saga: AsyncSaga) -> Any:
        return await saga.step(shop.hang_later)

    async with AsyncRuntime(engine="embedded") as runtime:
        runtime.enlist("trade", trade)
        bodies = await begun(runtime, "trade")
        second = asyncio.create_task(bodies.run("s1", 3, never, base=0))
        async for event in runtime.events("s1", follow=True):
            if event.kind == "step.started":
                break
        for fence in (1, 2, 3):
            with pytest.raises(RunTaken):
                await Bodies(runtime._engine, "test").run("s1", fence, never, base=0)
        assert not second.done()
        second.cancel()
        await asyncio.wait({second})


async def test_one_that_comes_back_after_the_next_one_can_write_only_that_it_came_late() -> None:
    calls, leave, began = count(), asyncio.Event(), asyncio.Event()

    @unit(idempotent=True)
    async def slow() -> int:
        number = next(calls)
        if not number:
            began.set()
            await leave.wait()
        return number

    @saga
    async def trade(saga: AsyncSaga) -> Any:
        return [await saga.step(slow, name="slow"), await saga.step(lambda: next(calls), name="last")]

    async with AsyncRuntime(engine="embedded") as runtime:
        runtime.enlist("trade", trade)
        bodies = await begun(runtime, "trade")
        first = asyncio.create_task(bodies.run("s1", 1, never, base=0))
        await began.wait()
        assert (await bodies.run("s1", 2, never, base=0)).outputs == [1, 2]
        leave.set()
        with pytest.raises(RunTaken):
            await first
        events = await runtime.log.read_run("s1")
    ends = [event.data["outcome"] for event in events if event.kind == "step.ended"]
    assert ends == ["unknown", "ok", "ok"]
    assert [event.data["result"] for event in events if event.kind == "step.late"] == [0]
    assert next(calls) == 3


async def test_a_worker_that_has_not_enlisted_the_function_claims_nothing() -> None:
    async with AsyncRuntime(engine="embedded") as runtime:
        bodies = await begun(runtime, "trade")
        with pytest.raises(Unbound, match=r"no saga 'trade' was enlisted; call runtime\.enlist"):
            await bodies.run("s1", 2, never, base=0)
        assert [event.kind for event in await runtime.log.read_run("s1")] == ["run.started"]
