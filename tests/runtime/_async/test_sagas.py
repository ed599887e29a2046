"""Sagas: steps of either color, undone in reverse order when something goes wrong."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import Any

import pytest

from duotone.errors import BadUnit, RunFailed, RunFinished, StepFailed, TimedOut
from duotone.runtime import AsyncRuntime, AsyncSaga, Outcome, Retry, RunResult, Status, nothing_to_undo, unit
from duotone.runtime.drivers.transitions import RUN_MOVES
from tests.runtime.trade import COLORS, Refused, Shop


async def kinds(runtime: AsyncRuntime, run: str) -> list[str]:
    return [event.kind async for event in runtime.events(run)]


async def data_of(runtime: AsyncRuntime, run: str, kind: str) -> list[dict[str, Any]]:
    return [dict(event.data) async for event in runtime.events(run) if event.kind == kind]


@pytest.mark.parametrize("color", COLORS)
async def test_steps_of_either_color_give_their_results(shop: Shop, color: str) -> None:
    async with AsyncRuntime() as runtime:
        async with runtime.saga("trade") as saga:
            assert await saga.step(shop.selling(color), "tea") == "sold tea"
            assert await saga.step(shop.selling(color), item="cup") == "sold cup"
        assert saga.status is Status.COMPLETED
        assert await kinds(runtime, saga.run) == [
            "run.started",
            "step.started",
            "step.ended",
            "step.started",
            "step.ended",
            "run.ended",
        ]
    assert shop.done == ["tea", "cup"]


@pytest.mark.parametrize("color", COLORS)
async def test_H8_completed_and_compensated_are_different_ends(shop: Shop, color: str) -> None:
    async with AsyncRuntime() as runtime:
        async with runtime.saga("trade") as good:
            await good.step(shop.selling(color), "tea", undo=shop.taking_back(color))
        with pytest.raises(Refused):
            async with runtime.saga("trade") as bad:
                await bad.step(shop.selling(color), "cup", undo=shop.taking_back(color))
                await bad.step(shop.refusing(color))
        assert (await runtime.get_run(good.run)).status is Status.COMPLETED
        assert (await runtime.get_run(bad.run)).status is Status.COMPENSATED
    assert shop.undone == ["cup"]


@pytest.mark.parametrize("color", COLORS)
async def test_H3_a_call_that_can_not_be_made_is_refused_before_it_and_never_retried(shop: Shop, color: str) -> None:
    async with AsyncRuntime() as runtime:
        with pytest.raises(BadUnit, match="can't be called with these arguments"):
            async with runtime.saga("trade") as saga:
                await saga.step(shop.selling(color), "tea", "and milk", retry=Retry(attempts=3))
        assert "step.started" not in await kinds(runtime, saga.run)
    assert shop.done == []


@pytest.mark.parametrize("color", COLORS)
async def test_H3_a_sync_executor_with_retries_runs_once_when_it_works(shop: Shop, color: str) -> None:
    async with AsyncRuntime() as runtime, runtime.saga("trade") as saga:
        await saga.step(shop.selling(color), "tea", retry=Retry(attempts=3), undo=shop.take_back)
    assert shop.done == ["tea"]


@pytest.mark.parametrize("color", COLORS)
async def test_H4_an_undo_of_either_color_counts_as_success(shop: Shop, color: str) -> None:
    async with AsyncRuntime() as runtime:
        saga = await runtime.saga("trade").open()
        for item in ("tea", "cup", "pot"):
            await saga.step(shop.selling(color), item, undo=shop.taking_back(color))
        result = await saga.compensate("changed my mind")
        assert result.status is Status.COMPENSATED
        ends = await data_of(runtime, saga.run, "undo.ended")
    assert shop.undone == ["pot", "cup", "tea"]
    assert [end["outcome"] for end in ends] == ["ok"] * 3


async def test_H5_a_result_that_is_still_awaitable_is_drained(shop: Shop) -> None:
    async with AsyncRuntime() as runtime, runtime.saga("trade") as saga:
        assert await saga.step(shop.give_coroutine, "tea") == "sold tea"
        assert await saga.step(shop.give_inner_coroutine, "cup") == "sold cup"
    assert shop.done == ["tea", "cup"]


async def test_H5_a_result_that_can_not_be_kept_is_not_committed(shop: Shop) -> None:
    async with AsyncRuntime() as runtime:
        with pytest.raises(TypeError, match="returned a set"):
            async with runtime.saga("trade") as saga:
                await saga.step(lambda: {1}, name="odd", undo=shop.undone.append, retry=Retry(attempts=3))
        ended = await data_of(runtime, saga.run, "step.ended")
        assert [one["outcome"] for one in ended] == ["contract_error"]
        assert saga.status is Status.COMPENSATED
    assert shop.undone == [None]  # it had its effect, so it is undone


async def test_H6_a_timeout_holds_and_what_comes_later_is_recorded_as_late(shop: Shop) -> None:
    async with AsyncRuntime() as runtime:
        with pytest.raises(TimedOut):
            async with runtime.saga("trade") as saga:
                await saga.step(shop.hang, timeout=0.05, undo=nothing_to_undo)
        ended = await data_of(runtime, saga.run, "step.ended")
        assert ended[0]["outcome"] == "abandoned"
        assert ended[0]["seconds"] < 5
        shop.leave.set()
        while not (late := await data_of(runtime, saga.run, "step.late")):
            await runtime.log.wait(0, 0.01)
        assert late[0]["result"] == "left"


async def test_H7_every_step_that_began_has_an_end(shop: Shop) -> None:
    async with AsyncRuntime() as runtime:
        with pytest.raises(KeyboardInterrupt):
            async with runtime.saga("trade") as saga:
                await saga.step(shop.sell, "tea", undo=shop.take_back)
                await saga.step(shop.exit, undo=nothing_to_undo)
        ended = await data_of(runtime, saga.run, "step.ended")
        assert [one["outcome"] for one in ended] == ["ok", "cancelled"]
        assert saga.status is Status.COMPENSATED
    assert shop.undone == ["tea"]


async def test_H9_every_change_of_status_is_one_that_the_table_has(shop: Shop) -> None:
    async with AsyncRuntime() as runtime:
        with pytest.raises(Refused):
            async with runtime.saga("trade") as saga:
                await saga.step(shop.sell, "tea", undo=shop.take_back)
                await saga.step(shop.refuse)
        words = [Status(str(e.data["status"])) async for e in runtime.events(saga.run) if e.kind.startswith("run.")]
        assert words == [Status.RUNNING, Status.UNDOING, Status.COMPENSATED]
        assert all(after in RUN_MOVES[before] for before, after in pairwise(words))
        with pytest.raises(RunFinished, match="is compensated, so it can't be finished"):
            await saga.finish()
        with pytest.raises(RunFinished):
            await saga.step(shop.sell, "cup")


@pytest.mark.parametrize("color", COLORS)
async def test_H16_a_fan_out_gives_all_or_fails_with_the_first(shop: Shop, color: str) -> None:
    async with AsyncRuntime() as runtime:
        async with runtime.saga("trade") as saga:
            sold = await saga.fan_out([(shop.selling(color), item) for item in ("tea", "cup")])
        assert sold == ["sold tea", "sold cup"]
        with pytest.raises(Refused):
            async with runtime.saga("trade") as saga:
                branch = unit(shop.selling(color), undo=shop.taking_back(color))
                await saga.fan_out([(branch, "pot"), shop.refusing(color)])
        assert saga.status is Status.COMPENSATED
    assert shop.undone in (["pot"], [])  # it may have been stopped before it sold anything


async def test_H16_a_majority_is_enough_where_that_is_the_policy(shop: Shop) -> None:
    async with AsyncRuntime() as runtime, runtime.saga("trade") as saga:
        branches: list[Any] = [(shop.sell_later, "a"), (shop.sell_later, "b"), shop.refuse_later]
        assert await saga.fan_out(branches, policy="majority") == ["sold a", "sold b"]


async def test_H16_the_first_that_ends_well_is_enough_where_that_is_the_policy(shop: Shop) -> None:
    async with AsyncRuntime() as runtime, runtime.saga("trade") as saga:
        hanging = unit(shop.hang_later, undo=nothing_to_undo)
        assert await saga.fan_out([hanging, (shop.sell_later, "tea")], policy="any") == "sold tea"


async def test_what_a_step_gave_is_durable_when_it_returns(shop: Shop) -> None:
    async with AsyncRuntime() as runtime, runtime.saga("trade") as saga:
        await saga.step(shop.sell, "tea")
        assert "step.ended" in await kinds(runtime, saga.run)


async def test_H16_a_checkpoint_makes_durable_what_was_done(shop: Shop) -> None:
    async with AsyncRuntime(commit="next") as runtime, runtime.saga("trade") as saga:
        await saga.step(shop.sell, "tea")
        assert "step.ended" not in await kinds(runtime, saga.run)
        await saga.checkpoint()
        assert "step.ended" in await kinds(runtime, saga.run)


@pytest.mark.parametrize("color", COLORS)
async def test_R11_the_first_retry_waits_for_its_delay(shop: Shop, color: str) -> None:
    async with AsyncRuntime() as runtime:
        with pytest.raises(Refused):
            async with runtime.saga("trade") as saga:
                await saga.step(shop.refusing(color), retry=Retry(attempts=2, delay=0.1))
        assert "step.retrying" in await kinds(runtime, saga.run)
    first, second = shop.times
    assert second - first >= 0.1


async def test_a_step_that_works_at_last_is_committed(shop: Shop) -> None:
    async with AsyncRuntime() as runtime:
        async with runtime.saga("trade") as saga:
            assert await saga.step(shop.refuse_twice, "tea", retry=Retry(attempts=3)) == "sold tea"
        ended = await data_of(runtime, saga.run, "step.ended")
    assert [one["outcome"] for one in ended] == ["failed", "failed", "ok"]


async def test_a_missing_undo_escalates_with_what_a_person_must_do(shop: Shop) -> None:
    async with AsyncRuntime() as runtime:
        with pytest.raises(Refused) as caught:
            async with runtime.saga("trade") as saga:
                await saga.step(shop.sell, "tea")
                await saga.step(shop.refuse)
        result = saga.result()
    assert result.status is Status.ESCALATED
    assert "undo 'sell' by hand" in result.todo[0]
    assert "undo 'sell' by hand" in caught.value.__notes__[0]


async def test_an_undo_that_fails_is_tried_three_times_and_escalates(shop: Shop) -> None:
    async with AsyncRuntime() as runtime:
        saga = await runtime.saga("trade").open()
        await saga.step(shop.sell, "cup", undo=shop.take_back)
        await saga.step(shop.sell, "tea", undo=unit(shop.refuse, retry=Retry(attempts=3, delay=0.001)))
        result = await saga.compensate("enough")
    assert result.status is Status.ESCALATED
    assert len(shop.times) == 3
    assert shop.undone == ["cup"]  # one that fails keeps none of the others from being undone


async def test_a_deadline_ends_the_saga_and_undoes_it(shop: Shop) -> None:
    async with AsyncRuntime() as runtime:
        with pytest.raises(RunFailed, match="deadline"):
            async with runtime.saga("trade", deadline=0.1) as saga:
                await saga.step(shop.sell, "tea", undo=shop.take_back)
                await saga.step(shop.hang_later, undo=nothing_to_undo)
        assert saga.status is Status.COMPENSATED
    assert shop.undone == ["tea"]


async def test_steps_of_one_name_are_told_apart(shop: Shop) -> None:
    async with AsyncRuntime() as runtime:
        async with runtime.saga("trade") as saga:
            await saga.step(shop.sell, "tea")
            await saga.step(shop.sell, "cup")
            await saga.step(partial(shop.sell, "pot"), name="sell")
        started = await data_of(runtime, saga.run, "step.started")
    assert [one["step"] for one in started] == ["sell", "sell#2", "sell#3"]


async def test_a_saga_goes_on_under_its_id_without_repeating_a_step(shop: Shop) -> None:
    async def trade(saga: AsyncSaga, *, is_ready: bool) -> None:
        await saga.step(shop.sell, "tea", undo=nothing_to_undo)
        if not is_ready:
            raise Refused
        await saga.step(shop.sell_later, "cup")

    async with AsyncRuntime() as runtime:
        with pytest.raises(Refused):
            async with runtime.saga("trade", id="t1") as saga:
                await trade(saga, is_ready=False)
        assert saga.status is Status.FAILED  # nothing had to be undone
        async with runtime.saga("trade", id="t1") as saga:
            await trade(saga, is_ready=True)
        assert (await runtime.get_run("t1")).status is Status.COMPLETED
    assert shop.done == ["tea", "cup"]


async def test_a_saga_that_was_undone_does_not_go_on(shop: Shop) -> None:
    async with AsyncRuntime() as runtime:
        saga = await runtime.saga("trade", id="t1").open()
        await saga.step(shop.sell, "tea", undo=shop.take_back)
        await saga.compensate()
        with pytest.raises(RunFinished, match="is compensated"):
            await runtime.saga("trade", id="t1").open()


@pytest.mark.parametrize("color", COLORS)
async def test_a_saga_that_is_cancelled_before_it_is_finished_is_undone(shop: Shop, color: str) -> None:
    async with AsyncRuntime() as runtime:
        with pytest.raises(RunFailed, match="not needed"):
            async with runtime.saga("trade", id="t1") as saga:
                await saga.step(shop.sell, "tea", undo=shop.taking_back(color))
                await runtime.cancel("t1", "not needed")
        assert (await runtime.get_run("t1")).status is Status.COMPENSATED
    assert shop.undone == ["tea"]


async def test_a_saga_without_steps_is_completed() -> None:
    async with AsyncRuntime() as runtime:
        async with runtime.saga("nothing") as saga:
            pass
        expected = RunResult(saga.run, Status.COMPLETED)
        assert await runtime.get_run(saga.run) == expected == saga.result()


async def test_a_caught_failure_is_part_of_the_story(shop: Shop) -> None:
    async with AsyncRuntime() as runtime:
        async with runtime.saga("trade") as saga:
            with pytest.raises(Refused):
                await saga.step(shop.refuse)
            await saga.step(shop.sell, "tea")
        assert saga.status is Status.COMPLETED


async def test_a_failure_of_an_earlier_process_is_told_in_the_words_of_the_log(shop: Shop) -> None:
    async with AsyncRuntime() as runtime:
        with pytest.raises(Refused):
            async with runtime.saga("trade", id="t1") as saga:
                with pytest.raises(Refused):
                    await saga.step(shop.refuse, "no")
                await saga.step(shop.sell, "tea", undo=nothing_to_undo)
                raise Refused
        async with runtime.saga("trade", id="t1") as saga:
            with pytest.raises(StepFailed, match=f"{Outcome.FAILED}.*Refused: no"):
                await saga.step(shop.refuse, "no")
    assert len(shop.times) == 1
