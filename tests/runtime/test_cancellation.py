"""Cancellation from outside is written down and raised again; cancellation from inside is written down and absorbed."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from duotone.errors import RunFailed
from duotone.runtime import AsyncRuntime, Runtime, Status, nothing_to_undo, unit
from tests.runtime.trade import Shop


async def cancelled_once_it_has_begun(task: asyncio.Task[object], shop: Shop) -> None:
    """Cancel a task in the middle of a step, and wait for its end."""
    while not shop.began.is_set():  # noqa: ASYNC110  # it may be set on a thread
        await asyncio.sleep(0.005)
    task.cancel()
    await asyncio.wait({task})
    assert task.cancelled()


@pytest.mark.parametrize("color", ["sync", "async"])
async def test_H7_a_foreign_cancellation_is_recorded_undone_and_raised_again(shop: Shop, color: str) -> None:
    hang = unit(shop.hang if color == "sync" else shop.hang_later, undo=nothing_to_undo)
    async with AsyncRuntime() as runtime:

        async def trade() -> None:
            async with runtime.saga("trade", id="t1") as saga:
                await saga.step(shop.sell, "tea", undo=shop.take_back_later)
                await saga.step(hang)

        await cancelled_once_it_has_begun(asyncio.create_task(trade()), shop)
        result = await runtime.get_run("t1")
        outcomes = [dict(e.data)["outcome"] async for e in runtime.events("t1") if e.kind == "step.ended"]
        shop.leave.set()
    assert result.status is Status.COMPENSATED
    assert outcomes == ["ok", "abandoned" if color == "sync" else "cancelled"]
    assert shop.undone == ["tea"]


async def test_R7_a_cancelled_workflow_is_persisted_as_cancelled_and_can_be_resumed(shop: Shop, path: Path) -> None:
    workflow: dict[str, Any] = {
        "name": "trade",
        "steps": [
            {"id": "sell", "function": "sell", "with": {"item": "tea"}},
            {"id": "hang", "needs": ["sell"], "function": "hang"},
        ],
    }
    async with AsyncRuntime(path, units={"sell": shop.sell, "hang": shop.hang_later}) as runtime:
        task = asyncio.create_task(runtime.run_workflow(workflow, id="w1"))
        await cancelled_once_it_has_begun(task, shop)
        assert (await runtime.get_run("w1")).status is Status.CANCELLED
    async with AsyncRuntime(path, units={"sell": shop.sell, "hang": lambda: "well"}) as runtime:
        assert (await runtime.resume("w1")).status is Status.COMPLETED
    assert shop.done == ["tea"]


async def test_a_run_that_is_cancelled_by_name_is_stopped_undone_and_absorbed(shop: Shop) -> None:
    async with AsyncRuntime() as runtime:

        async def trade() -> None:
            async with runtime.saga("trade", id="t1") as saga:
                await saga.step(shop.sell, "tea", undo=shop.take_back)
                await saga.step(shop.hang_later, undo=nothing_to_undo)

        task = asyncio.create_task(trade())
        while not shop.began.is_set():  # noqa: ASYNC110  # the step sets it
            await asyncio.sleep(0.005)
        await runtime.cancel("t1", "not needed")
        with pytest.raises(RunFailed, match="not needed"):
            await asyncio.wait_for(task, 10)
        assert (await runtime.get_run("t1")).status is Status.COMPENSATED
    assert shop.undone == ["tea"]


async def test_a_run_is_cancelled_by_another_process_in_the_middle_of_a_step(shop: Shop, path: Path) -> None:
    async with AsyncRuntime(path) as runtime, AsyncRuntime(path) as other:

        async def trade() -> None:
            async with runtime.saga("trade", id="t1") as saga:
                await saga.step(shop.sell, "tea", undo=shop.take_back)
                await saga.step(shop.hang_later, undo=nothing_to_undo)

        task = asyncio.create_task(trade())
        while not shop.began.is_set():  # noqa: ASYNC110  # the step sets it
            await asyncio.sleep(0.005)
        await other.cancel("t1", "not needed")
        with pytest.raises(RunFailed, match="not needed"):
            await asyncio.wait_for(task, 10)
        assert (await other.get_run("t1")).status is Status.COMPENSATED
    assert shop.undone == ["tea"]


def test_H7_ctrl_c_in_a_sync_run_is_recorded_undone_and_raised_again(shop: Shop) -> None:
    with Runtime() as runtime:
        with pytest.raises(KeyboardInterrupt), runtime.saga("trade", id="t1") as saga:  # noqa: PT012  # a whole saga
            saga.step(shop.sell, "tea", undo=shop.take_back_later)
            saga.step(shop.exit, undo=nothing_to_undo)
        assert runtime.get_run("t1").status is Status.COMPENSATED
    assert shop.undone == ["tea"]


def test_a_sync_step_on_the_thread_of_its_run_ends_before_the_run_is_cancelled_and_is_undone(shop: Shop) -> None:
    with Runtime() as runtime:

        def sell(item: str) -> str:
            runtime.cancel("t1", "not needed")
            return shop.sell(item)

        with pytest.raises(RunFailed, match="not needed"), runtime.saga("trade", id="t1") as saga:
            saga.step(sell, "tea", undo=shop.take_back)
        assert runtime.get_run("t1").status is Status.COMPENSATED
        outcomes = [dict(event.data)["outcome"] for event in runtime.events("t1") if event.kind == "step.ended"]
    assert (outcomes, shop.done, shop.undone) == (["ok"], ["tea"], ["tea"])


def test_a_workflow_that_is_cancelled_in_its_last_step_is_undone_and_not_completed(shop: Shop) -> None:
    with Runtime() as runtime:

        def sell(item: str) -> str:
            runtime.cancel("w1", "not needed")
            return shop.sell(item)

        step: dict[str, Any] = {"id": "sell", "function": "sell", "undo": "back", "with": {"item": "tea"}}
        units = {"sell": sell, "back": shop.take_back}
        result = runtime.run_workflow({"name": "trade", "steps": [step]}, id="w1", units=units, check=False)
        assert (result.status, runtime.replay("w1").problems) == (Status.COMPENSATED, [])
    assert shop.undone == ["tea"]


def test_a_sync_step_of_a_run_with_a_deadline_is_left_behind_in_time(shop: Shop) -> None:
    with Runtime() as runtime:
        with pytest.raises(RunFailed, match="deadline"), runtime.saga("trade", id="t1", deadline=0.05) as saga:
            saga.step(shop.hang, undo=nothing_to_undo)
        outcomes = [dict(event.data)["outcome"] for event in runtime.events("t1") if event.kind == "step.ended"]
        shop.leave.set()
    assert outcomes == ["abandoned"]


async def test_R6_the_loop_goes_on_while_a_sync_step_runs(shop: Shop) -> None:
    beats = 0

    async def beat() -> None:
        nonlocal beats
        while True:
            await asyncio.sleep(0.005)
            beats += 1
            if beats == 10:
                shop.leave.set()

    async with AsyncRuntime() as runtime, runtime.saga("trade") as saga:
        heart = asyncio.create_task(beat())
        assert await saga.step(shop.hang) == "left"
        heart.cancel()
    assert beats >= 10


async def test_a_commit_that_is_cancelled_while_it_is_written_is_not_written_twice(shop: Shop, path: Path) -> None:
    async with AsyncRuntime(path) as runtime:
        held = sqlite3.connect(path, isolation_level=None, check_same_thread=False)

        def sell(item: str) -> str:
            held.execute("begin immediate")  # nobody can write how this has ended
            return shop.sell(item)

        async def trade() -> None:
            async with runtime.saga("trade", id="t1") as saga:
                await saga.step(sell, "tea", undo=shop.take_nothing_back)

        task = asyncio.create_task(trade())
        while not held.in_transaction:  # noqa: ASYNC110  # a thread does it
            await asyncio.sleep(0.005)
        await asyncio.sleep(0.1)
        task.cancel()
        await asyncio.sleep(0.1)
        held.execute("rollback")
        await asyncio.wait({task})
        kinds = [event.kind async for event in runtime.events("t1")]
        assert kinds.count("step.ended") == 1
        assert (await runtime.replay("t1")).is_faithful
    held.close()
    assert task.cancelled()
