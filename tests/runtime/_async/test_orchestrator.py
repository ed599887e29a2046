"""Sagas that somebody else drives, step by step."""

from __future__ import annotations

import pytest

from duotone.errors import NoSuchRun, NoSuchStep, Unbound
from duotone.runtime import AsyncRuntime, AsyncSagaOrchestrator, Retry, Status
from tests.runtime.trade import COLORS, Refused, Shop


@pytest.mark.parametrize("color", COLORS)
async def test_steps_are_executed_with_executors_of_either_color(shop: Shop, color: str) -> None:
    async with AsyncRuntime() as runtime:
        orchestrator = AsyncSagaOrchestrator(runtime)
        saga = await orchestrator.create_saga("trade")
        orchestrator.add_step(saga, "sell", undo=shop.taking_back(color))
        assert await orchestrator.execute_step(saga, "sell", shop.selling(color), "tea") == "sold tea"
        assert (await orchestrator.finish(saga)).status is Status.COMPLETED
        assert orchestrator.status(saga) is Status.COMPLETED


async def test_H11_a_step_without_an_executor_is_refused_with_the_reason(shop: Shop) -> None:
    async with AsyncRuntime() as runtime:
        orchestrator = AsyncSagaOrchestrator(runtime)
        saga = await orchestrator.create_saga("trade")
        orchestrator.add_step(saga, "sell")
        with pytest.raises(Unbound, match="step 'sell' has nothing to execute"):
            await orchestrator.execute_step(saga, "sell")
        kinds = [event.kind async for event in runtime.events(saga)]
    assert kinds == ["run.started"]  # nothing was committed in its name


async def test_a_unit_of_the_runtime_executes_a_step_that_names_it(shop: Shop) -> None:
    async with AsyncRuntime(units={"till": shop.sell}) as runtime:
        orchestrator = AsyncSagaOrchestrator(runtime)
        saga = await orchestrator.create_saga("trade")
        orchestrator.add_step(saga, "sell", unit="till")
        assert await orchestrator.execute_step(saga, "sell", None, "tea") == "sold tea"


@pytest.mark.parametrize("color", COLORS)
async def test_a_compensator_undoes_steps_that_have_no_undo_of_their_own(shop: Shop, color: str) -> None:
    async with AsyncRuntime() as runtime:
        orchestrator = AsyncSagaOrchestrator(runtime)
        saga = await orchestrator.create_saga("trade")
        orchestrator.add_step(saga, "own", undo=shop.take_back)
        orchestrator.add_step(saga, "other")
        await orchestrator.execute_step(saga, "own", shop.sell, "tea")
        await orchestrator.execute_step(saga, "other", shop.selling(color), "cup")
        result = await orchestrator.compensate(saga, lambda step, result: shop.taking_back(color)(f"{step}: {result}"))
    assert result.status is Status.COMPENSATED
    assert shop.undone == ["other: sold cup", "tea"]


async def test_without_a_compensator_a_person_is_told(shop: Shop) -> None:
    async with AsyncRuntime() as runtime:
        orchestrator = AsyncSagaOrchestrator(runtime)
        saga = await orchestrator.create_saga("trade")
        orchestrator.add_step(saga, "sell")
        await orchestrator.execute_step(saga, "sell", shop.sell, "tea")
        result = await orchestrator.compensate(saga)
    assert result.status is Status.ESCALATED
    assert "'sell'" in result.todo[0]


async def test_a_step_that_failed_raises_what_its_executor_raised(shop: Shop) -> None:
    async with AsyncRuntime() as runtime:
        orchestrator = AsyncSagaOrchestrator(runtime)
        saga = await orchestrator.create_saga("trade")
        orchestrator.add_step(saga, "sell", retry=Retry(attempts=2))
        with pytest.raises(Refused):
            await orchestrator.execute_step(saga, "sell", shop.refuse)
    assert len(shop.times) == 2


async def test_what_nobody_has_named_is_refused(shop: Shop) -> None:
    async with AsyncRuntime() as runtime:
        orchestrator = AsyncSagaOrchestrator(runtime)
        with pytest.raises(NoSuchRun):
            orchestrator.add_step("nowhere", "sell")
        saga = await orchestrator.create_saga("trade")
        with pytest.raises(NoSuchStep):
            await orchestrator.execute_step(saga, "sell", shop.sell, "tea")
