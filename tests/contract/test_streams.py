"""Streams from async to sync: pulled one by one, sent and thrown into, each item in its time."""

from __future__ import annotations

import asyncio
import threading
import traceback
import weakref
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from typing import Any

import pytest

from duotone.contract.streams import aiterate, iterate
from duotone.errors import BadTimeout, TimedOut
from tests.contract.sources import Both, Countdown, Log, echo
from tests.contract.threads import wait_until


def test_iterate_gives_the_items_of_an_async_generator_from_one_task(log: Log) -> None:
    assert list(iterate(log.produce())) == [0, 1, 2]
    *tasks, closed = log
    assert len(set(tasks)) == 1
    assert closed == "closed"


def test_iterate_takes_no_item_before_it_is_asked_for(log: Log) -> None:
    items = iterate(log.produce())
    assert log == []
    assert next(items) == 0
    assert len(log) == 1
    items.close()


def test_iterate_goes_over_an_async_iterator_and_leaves_the_rest_of_it(log: Log) -> None:
    countdown = Countdown(3)
    for _ in iterate(countdown):
        break
    assert list(iterate(countdown)) == [1, 0]


def test_iterate_passes_on_a_sync_iterable_and_closes_its_generator(log: Log) -> None:
    items = iterate(log.produce_here())
    assert next(items) == 0
    items.close()
    assert log == [threading.current_thread(), threading.current_thread(), "closed"]
    assert list(iterate("ab")) == ["a", "b"]


def test_what_has_both_colors_is_gone_over_in_the_color_of_the_caller() -> None:
    async def main() -> list[str]:
        return [item async for item in aiterate(Both())]

    assert list(iterate(Both())) == ["sync"]
    assert asyncio.run(main()) == ["async"]


def test_what_is_sent_and_thrown_in_reaches_the_async_generator() -> None:
    items = iterate(echo())
    assert [next(items), items.send("hello"), items.throw(LookupError("me")), items.send("again")] == [
        "ready", "HELLO", "caught me", "AGAIN",
    ]  # fmt: skip
    with pytest.raises(ZeroDivisionError):
        items.throw(ZeroDivisionError)
    assert list(items) == []


def test_a_generator_may_end_when_something_is_thrown_in() -> None:
    async def polite() -> AsyncGenerator[int, None]:
        try:
            yield 1
        except LookupError:
            return

    items = iterate(polite())
    next(items)
    with pytest.raises(StopIteration):
        items.throw(LookupError())


def test_what_is_thrown_into_the_iterator_of_something_else_is_raised_there() -> None:
    items = iterate(Countdown(3))
    next(items)
    with pytest.raises(LookupError):
        items.throw(LookupError())


def test_an_error_of_the_source_is_raised_with_its_traceback_and_ends_the_iteration() -> None:
    async def guilty() -> AsyncIterator[int]:
        yield 1
        raise LookupError

    items = iterate(guilty())
    assert next(items) == 1
    with pytest.raises(LookupError) as caught:
        next(items)
    assert "guilty" in [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]
    assert list(items) == []


def test_the_iterator_holds_no_item_that_the_loop_has_let_go_of() -> None:
    class Item: ...

    async def items() -> AsyncIterator[Item]:
        for _ in range(3):
            yield Item()

    seen: list[weakref.ref[Item]] = []
    for item in iterate(items()):
        assert [ref() for ref in seen] == [None] * len(seen)
        seen.append(weakref.ref(item))
        del item
    assert len(seen) == 3


def test_a_timeout_is_for_each_item() -> None:
    async def slow() -> AsyncIterator[int]:
        for number in range(3):
            await asyncio.sleep(0.03)
            yield number

    assert list(iterate(slow(), timeout=10)) == [0, 1, 2]


def test_an_item_that_comes_too_late_raises_and_ends_the_iteration(log: Log) -> None:
    items = iterate(log.stuck(), timeout=0.05)
    assert next(items) == 1
    with pytest.raises(TimedOut, match="stuck"):
        next(items)
    assert log == ["closed"]
    assert list(items) == []


def test_a_sync_item_that_comes_too_late_raises_too() -> None:
    go_on, names = threading.Event(), list[str]()

    def stuck() -> Iterator[int]:
        try:
            yield 1
            go_on.wait()
            yield 2
        finally:
            names.append(threading.current_thread().name)

    items = iterate(stuck(), timeout=0.05)
    assert next(items) == 1
    with pytest.raises(TimedOut, match=r"stuck.* was abandoned"):
        next(items)
    go_on.set()
    wait_until(lambda: names)
    assert names[0].startswith("duotone-")


@pytest.mark.parametrize("timeout", [-1, float("nan"), "1"])
def test_a_bad_timeout_is_refused_at_once(timeout: Any) -> None:
    with pytest.raises(BadTimeout):
        iterate([1], timeout=timeout)
    with pytest.raises(BadTimeout):
        aiterate([1], timeout=timeout)


@pytest.mark.parametrize(("given", "remedy"), [(1, "got 1"), (echo, "pass what it returns")])
def test_what_can_not_be_iterated_is_refused_at_once(given: Any, remedy: str) -> None:
    with pytest.raises(TypeError, match=f"^iterate.*{remedy}"):
        iterate(given)
    with pytest.raises(TypeError, match=f"^aiterate.*{remedy}"):
        aiterate(given)
