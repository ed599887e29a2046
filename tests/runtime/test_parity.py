"""Parity: the same calls on `Runtime` and `AsyncRuntime` leave equal logs, ids and times aside."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duotone.runtime import AsyncRuntime, AsyncSaga, Event, Retry, Runtime, Saga, nothing_to_undo
from tests.runtime.trade import COLORS, Refused, Shop

Step = tuple[str, str, str, int]
"""What it does, its color, its undo, and how often it is tried."""

STEPS = st.tuples(
    st.sampled_from(["sell", "refuse"]),
    st.sampled_from(COLORS),
    st.sampled_from(["sync", "async", "none", "nothing"]),
    st.integers(1, 2),
)


def words(step: Step, shop: Shop) -> tuple[Any, dict[str, Any]]:
    """What is passed to `step` of either face."""
    do, color, undo, attempts = step
    undos = {"sync": lambda: None, "async": shop.take_nothing_back, "none": None, "nothing": nothing_to_undo}
    named = {"undo": undos[undo], "retry": Retry(attempts=attempts)}
    return (shop.selling(color) if do == "sell" else shop.refusing(color)), named


def by_hand(steps: Sequence[Step], *, is_caught: bool) -> list[Any]:
    shop = Shop()

    def take(saga: Saga, step: Step) -> None:
        do, named = words(step, shop)
        try:
            saga.step(do, "tea", **named)
        except Refused:
            if not is_caught:
                raise

    with Runtime() as runtime:
        try:
            with runtime.saga("trade", id="t1") as saga:
                for step in steps:
                    take(saga, step)
        except Refused:
            pass
        return told(list(runtime.events("t1")))


async def by_loop(steps: Sequence[Step], *, is_caught: bool) -> list[Any]:
    shop = Shop()

    async def take(saga: AsyncSaga, step: Step) -> None:
        do, named = words(step, shop)
        try:
            await saga.step(do, "tea", **named)
        except Refused:
            if not is_caught:
                raise

    async with AsyncRuntime() as runtime:
        try:
            async with runtime.saga("trade", id="t1") as saga:
                for step in steps:
                    await take(saga, step)
        except Refused:
            pass
        return told([event async for event in runtime.events("t1")])


VARIES = {"at", "home", "owner", "seconds"}
"""What is no part of what happened: when, for how long, by whom it was driven, and on which thread or loop."""


def told(events: Sequence[Event]) -> list[Any]:
    """Return what events say, without ids and times."""
    return [(event.seq, event.kind, cleaned(event.data)) for event in events]


def cleaned(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: cleaned(value) for key, value in data.items() if key not in VARIES}
    if isinstance(data, str):
        return re.sub(r"0x[0-9a-f]+", "", data)
    return [cleaned(item) for item in data] if isinstance(data, list) else data


@settings(max_examples=30)
@given(st.lists(STEPS, max_size=4), st.booleans())
@pytest.mark.duotone(allow="blocked-loop")
def test_the_same_calls_leave_equal_logs(steps: list[Step], is_caught: bool) -> None:  # noqa: FBT001  # hypothesis
    assert by_hand(steps, is_caught=is_caught) == asyncio.run(by_loop(steps, is_caught=is_caught))


@pytest.mark.parametrize(("one", "other"), [(Runtime, AsyncRuntime), (Saga, AsyncSaga)])
def test_both_faces_have_the_same_methods(one: type, other: type) -> None:
    renamed = {"__aenter__": "__enter__", "__aexit__": "__exit__"}
    names = {renamed.get(name, name) for name in vars(other) if not name.startswith("_") or name in renamed}
    assert {name for name in vars(one) if not name.startswith("_") or name in renamed.values()} == names
