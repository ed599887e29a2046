"""Who watches a run: callbacks of either color, each for its own run, with a policy for their errors."""

from __future__ import annotations

import pytest

from duotone.runtime import AsyncRuntime, Event, Status
from tests.runtime.trade import COLORS, Refused, Shop, Witness


@pytest.mark.parametrize("color", COLORS)
async def test_R9_a_callback_of_either_color_gets_every_event(shop: Shop, color: str) -> None:
    witness = Witness()
    async with AsyncRuntime() as runtime:
        async with runtime.saga("trade", on_event=witness.seeing(color)) as saga:
            await saga.step(shop.sell, "tea")
        events: list[Event] = [event async for event in runtime.events(saga.run)]
    assert witness.events == events


@pytest.mark.parametrize("color", COLORS)
async def test_R9_an_error_of_a_callback_is_raised_and_never_changes_the_run(shop: Shop, color: str) -> None:
    async with AsyncRuntime() as runtime:
        with pytest.raises(ExceptionGroup, match="failed 4 times"):
            async with runtime.saga("trade", on_event=shop.refusing(color)) as saga:
                await saga.step(shop.sell, "tea")
        assert (await runtime.get_run(saga.run)).status is Status.COMPLETED


async def test_R9_errors_of_callbacks_are_only_counted_where_that_is_the_policy(shop: Shop) -> None:
    async with AsyncRuntime(on_event=shop.refuse, event_errors="count") as runtime:
        async with runtime.saga("trade") as saga:
            await saga.step(shop.sell, "tea")
        assert saga.status is Status.COMPLETED
    assert len(shop.times) == 4


async def test_R8_two_runs_see_only_their_own_events(shop: Shop) -> None:
    one, two, everything = Witness(), Witness(), Witness()
    async with AsyncRuntime(on_event=everything.see) as runtime:
        first = await runtime.saga("first", on_event=one.see).open()
        second = await runtime.saga("second", on_event=two.see).open()
        for saga in (first, second, first):
            await saga.step(shop.sell_later, saga.name)
        await first.finish()
        await second.finish()
    assert {event.run for event in one.events} == {first.run}
    assert {event.run for event in two.events} == {second.run}
    assert {event.run for event in everything.events} == {first.run, second.run}


async def test_events_are_followed_until_the_run_has_ended(shop: Shop) -> None:
    async with AsyncRuntime() as runtime:
        with pytest.raises(Refused):
            async with runtime.saga("trade") as saga:
                await saga.step(shop.refuse)
        seen = [event async for event in runtime.events(saga.run, follow=True)]
        after = [event async for event in runtime.events(saga.run, after=seen[1].id)]
    assert seen[-1].kind == "run.ended"
    assert after == seen[2:]
