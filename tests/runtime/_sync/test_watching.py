# Made by `duotone mirror` from ../_async/test_watching.py: edit that file, and run it again.
"""Who watches a run: callbacks of either color, each for its own run, with a policy for their errors."""

from __future__ import annotations

import pytest

from duotone.runtime import Event, Runtime, Status
from tests.runtime.trade import COLORS, Refused, Shop, Witness


@pytest.mark.parametrize("color", COLORS)
def test_R9_a_callback_of_either_color_gets_every_event(shop: Shop, color: str) -> None:
    witness = Witness()
    with Runtime() as runtime:
        with runtime.saga("trade", on_event=witness.seeing(color)) as saga:
            saga.step(shop.sell, "tea")
        events: list[Event] = [event for event in runtime.events(saga.run)]
    assert witness.events == events


@pytest.mark.parametrize("color", COLORS)
def test_R9_an_error_of_a_callback_is_raised_and_never_changes_the_run(shop: Shop, color: str) -> None:
    with Runtime() as runtime:
        with pytest.raises(ExceptionGroup, match="failed 4 times"):
            with runtime.saga("trade", on_event=shop.refusing(color)) as saga:
                saga.step(shop.sell, "tea")
        assert runtime.get_run(saga.run).status is Status.COMPLETED


def test_R9_errors_of_callbacks_are_only_counted_where_that_is_the_policy(shop: Shop) -> None:
    with Runtime(on_event=shop.refuse, event_errors="count") as runtime:
        with runtime.saga("trade") as saga:
            saga.step(shop.sell, "tea")
        assert saga.status is Status.COMPLETED
    assert len(shop.times) == 4


def test_R8_two_runs_see_only_their_own_events(shop: Shop) -> None:
    one, two, everything = Witness(), Witness(), Witness()
    with Runtime(on_event=everything.see) as runtime:
        first = runtime.saga("first", on_event=one.see).open()
        second = runtime.saga("second", on_event=two.see).open()
        for saga in (first, second, first):
            saga.step(shop.sell_later, saga.name)
        first.finish()
        second.finish()
    assert {event.run for event in one.events} == {first.run}
    assert {event.run for event in two.events} == {second.run}
    assert {event.run for event in everything.events} == {first.run, second.run}


def test_events_are_followed_until_the_run_has_ended(shop: Shop) -> None:
    with Runtime() as runtime:
        with pytest.raises(Refused):
            with runtime.saga("trade") as saga:
                saga.step(shop.refuse)
        seen = [event for event in runtime.events(saga.run, follow=True)]
        after = [event for event in runtime.events(saga.run, after=seen[1].id)]
    assert seen[-1].kind == "run.ended"
    assert after == seen[2:]
