"""What a stream holds from one item to the next: timeouts, cancel scopes, task groups and context variables."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextvars import Context, ContextVar
from typing import Any

import anyio
import pytest

from duotone import run, scope
from duotone.contract.streams import aiterate, iterate
from tests.contract.sources import Log

user: ContextVar[str] = ContextVar("user")


async def limited(seconds: float) -> AsyncIterator[str]:
    async with asyncio.timeout(seconds):
        yield "in time"
        await asyncio.sleep(60)
        yield "never"


async def bounded(seconds: float) -> AsyncIterator[str]:
    with anyio.move_on_after(seconds):
        yield "in time"
        await anyio.sleep(60)
        yield "never"
    yield "afterwards"


def test_a_timeout_that_is_held_across_items_ends_the_step_that_it_falls_in() -> None:
    items = iterate(limited(0.05))
    assert next(items) == "in time"
    with pytest.raises(TimeoutError):
        next(items)


def test_a_timeout_that_passes_between_two_items_is_raised_by_the_next() -> None:
    items = iterate(limited(0.01))
    assert next(items) == "in time"
    run(asyncio.sleep, 0.05)
    with pytest.raises(TimeoutError):
        next(items)
    assert list(items) == []


def test_a_cancel_scope_that_is_held_across_items_ends_where_it_should() -> None:
    assert list(iterate(bounded(0.05))) == ["in time", "afterwards"]


def test_a_cancel_scope_that_ends_between_two_items_is_left_at_once() -> None:
    items = iterate(bounded(0.01))
    assert next(items) == "in time"
    run(asyncio.sleep, 0.05)
    assert list(items) == ["afterwards"]


def test_what_is_thrown_in_after_a_cancel_scope_has_ended_is_not_lost() -> None:
    items = iterate(bounded(0.01))
    next(items)
    run(asyncio.sleep, 0.05)
    with pytest.raises(LookupError):
        items.throw(LookupError())


def test_closing_after_a_timeout_between_two_items_raises_it() -> None:
    items = iterate(limited(0.01))
    next(items)
    run(asyncio.sleep, 0.05)
    with pytest.raises(TimeoutError):
        items.close()


def test_a_task_group_that_is_held_across_items_ends_with_the_iteration(log: Log) -> None:
    async def feed(queue: asyncio.Queue[int]) -> None:
        try:
            for number in range(100):
                await queue.put(number)
        finally:
            log.append("fed")

    async def through_a_queue() -> AsyncIterator[int]:
        queue: asyncio.Queue[int] = asyncio.Queue(1)
        async with asyncio.TaskGroup() as group:
            feeding = group.create_task(feed(queue))
            for _ in range(2):
                yield await queue.get()
            feeding.cancel()

    assert list(iterate(through_a_queue())) == [0, 1]
    assert log == ["fed"]


def test_each_step_sees_the_variables_of_whoever_asks_and_gives_changes_back() -> None:
    async def see_and_set() -> AsyncIterator[str | None]:
        yield user.get(None)
        yield user.get(None)
        user.set("eve")
        yield None

    def play() -> list[str | None]:
        items = iterate(see_and_set())
        seen = [next(items)]
        with scope(user, "ada"):
            seen.append(next(items))
        next(items)
        return [*seen, user.get()]

    assert Context().run(play) == [None, "ada", "eve"]


def test_a_scope_that_is_held_across_items_is_seen_by_the_caller_and_restored() -> None:
    async def scoped() -> AsyncIterator[str]:
        async with scope(user, "eve"):
            yield "inside"
        yield "outside"

    def play() -> list[tuple[str, str | None]]:
        return [(item, user.get(None)) for item in iterate(scoped())]

    assert Context().run(play) == [("inside", "eve"), ("outside", None)]


def test_each_step_on_the_thread_sees_the_variables_of_the_caller_and_gives_changes_back() -> None:
    def see_and_set() -> Iterator[str | None]:
        yield user.get(None)
        with scope(user, "eve"):
            yield user.get()
        yield user.get(None)
        user.set("mallory")
        yield user.get()

    async def main() -> list[Any]:
        items = aiterate(see_and_set())
        with scope(user, "ada"):
            seen: list[Any] = [await anext(items)]
        seen += [(item, user.get(None)) async for item in items]
        return seen

    with asyncio.Runner() as runner:
        seen = runner.run(main(), context=Context())
    assert seen == ["ada", ("eve", "eve"), (None, None), ("mallory", "mallory")]
