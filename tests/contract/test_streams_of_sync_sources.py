"""Streams from sync to async: every step on one thread, without blocking the loop."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import traceback
from collections.abc import Iterator
from typing import Any

import pytest

from duotone import Worker, offload, run
from duotone.contract.streams import aiterate, iterate
from duotone.errors import TimedOut
from tests.contract.sources import Log, echo_here
from tests.contract.threads import wait_until


def test_aiterate_gives_the_items_of_a_generator_from_one_thread_which_then_ends(log: Log) -> None:
    async def main() -> list[int]:
        return [item async for item in aiterate(log.produce_here())]

    assert asyncio.run(main()) == [0, 1, 2]
    [thread] = set(log[:-1])
    assert thread is not threading.current_thread()
    thread.join(10)
    assert not thread.is_alive()


def test_aiterate_goes_over_a_cursor_that_belongs_to_its_thread() -> None:
    def rows() -> Iterator[tuple[int]]:
        database = sqlite3.connect(":memory:")
        try:
            yield from database.execute("values (1), (2), (3)")
        finally:
            database.close()

    async def main() -> list[tuple[int]]:
        return [row async for row in aiterate(rows())]

    assert asyncio.run(main()) == [(1,), (2,), (3,)]


def test_aiterate_goes_over_a_cursor_on_the_worker_on_which_it_was_made() -> None:
    async def main() -> list[tuple[int]]:
        with Worker() as worker:
            database = await offload(sqlite3.connect, ":memory:", pool=worker)
            cursor = await offload(database.execute, "values (1), (2)", pool=worker)
            rows = [row async for row in aiterate(cursor, pool=worker)]
            await offload(database.close, pool=worker)
            return rows

    assert asyncio.run(main()) == [(1,), (2,)]


def test_aiterate_does_not_block_the_loop() -> None:
    async def main() -> list[str]:
        go_on, seen = threading.Event(), list[str]()

        def slow() -> Iterator[str]:
            go_on.wait()
            yield "item"

        async def tick() -> None:
            seen.append("tick")
            go_on.set()

        ticking = asyncio.create_task(tick())
        seen += [item async for item in aiterate(slow())]
        await ticking
        return seen

    assert asyncio.run(main()) == ["tick", "item"]


def test_leaving_an_async_loop_early_closes_the_generator_on_its_thread(log: Log) -> None:
    async def main() -> None:
        async for _ in aiterate(log.produce_here()):
            break
        await asyncio.to_thread(wait_until, lambda: log[-1] == "closed")

    asyncio.run(main())
    first, last, _ = log
    assert first is last


def test_closing_the_async_iterator_closes_the_generator_and_ends_the_thread(log: Log) -> None:
    async def main() -> None:
        items = aiterate(log.produce_here())
        await anext(items)
        await items.aclose()
        assert [item async for item in items] == []

    asyncio.run(main())
    first, last, closed = log
    assert (first, closed) == (last, "closed")
    first.join(10)
    assert not first.is_alive()


def test_an_iterable_that_is_no_generator_can_be_gone_on_with() -> None:
    async def main() -> list[int]:
        numbers = iter(range(3))
        items = aiterate(numbers)
        await anext(items)
        await items.aclose()
        return list(numbers)

    assert asyncio.run(main()) == [1, 2]


def test_what_is_sent_and_thrown_in_reaches_the_generator() -> None:
    async def main() -> list[str]:
        items = aiterate(echo_here())
        said = [await anext(items), await items.asend("hello"), await items.athrow(LookupError("me"))]
        with pytest.raises(ZeroDivisionError):
            await items.athrow(ZeroDivisionError())
        return said

    assert asyncio.run(main()) == ["ready", "HELLO", "caught me"]


def test_a_sync_generator_may_end_when_something_is_thrown_in() -> None:
    def polite() -> Iterator[int]:
        try:
            yield 1
        except LookupError:
            return

    async def main() -> None:
        items = aiterate(polite())
        await anext(items)
        await items.athrow(LookupError())

    with pytest.raises(StopAsyncIteration):
        asyncio.run(_reraised(main()))


async def _reraised(awaitable: Any) -> None:
    """Await in a function of its own, so that the end of a stream is not taken for the end of a coroutine."""
    await awaitable


def test_what_is_thrown_into_the_async_iterator_of_something_else_is_raised_there() -> None:
    async def main() -> None:
        items = aiterate([1])
        await anext(items)
        await items.athrow(LookupError())

    with pytest.raises(LookupError):
        asyncio.run(main())


def test_an_error_of_the_generator_is_raised_with_its_traceback() -> None:
    def guilty() -> Iterator[int]:
        yield 1
        raise LookupError

    async def main() -> None:
        _ = [item async for item in aiterate(guilty())]

    with pytest.raises(LookupError) as caught:
        asyncio.run(main())
    assert "guilty" in [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]


def test_a_sync_step_that_is_abandoned_is_followed_by_the_close_on_its_thread(log: Log) -> None:
    async def main() -> None:
        go_on = threading.Event()

        def stuck() -> Iterator[int]:
            try:
                log.append(threading.current_thread())
                go_on.wait()
                yield 1
            finally:
                log.append(threading.current_thread())
                log.append("closed")

        with pytest.raises(TimedOut, match="stuck"):
            _ = [item async for item in aiterate(stuck(), timeout=0.01)]
        assert len(log) == 1
        go_on.set()
        await asyncio.to_thread(wait_until, lambda: log[-1] == "closed")

    asyncio.run(main())
    first, last, _ = log
    assert first is last


def test_cancelling_an_async_loop_reaches_what_the_generator_waits_for(log: Log) -> None:
    async def main() -> None:
        waits = asyncio.Event()

        async def wait() -> None:
            waits.set()
            await asyncio.sleep(60)

        def waiting() -> Iterator[int]:
            try:
                run(wait)
                yield 1
            finally:
                log.append("closed")

        async def consume() -> None:
            _ = [item async for item in aiterate(waiting())]

        consuming = asyncio.create_task(consume())
        await waits.wait()
        consuming.cancel()
        with pytest.raises(asyncio.CancelledError):
            await consuming

    asyncio.run(main())
    assert log == ["closed"]


def test_aiterate_passes_on_an_async_iterable_in_the_task_of_the_caller(log: Log) -> None:
    async def main() -> list[int]:
        items = [item async for item in aiterate(log.produce())]
        assert set(log[:-1]) == {asyncio.current_task()}
        return items

    assert asyncio.run(main()) == [0, 1, 2]


def test_aiterate_puts_a_timeout_on_each_item_of_an_async_iterable(log: Log) -> None:
    async def main() -> None:
        items = aiterate(log.stuck(), timeout=0.05)
        assert await anext(items) == 1
        with pytest.raises(TimedOut, match="stuck"):
            await anext(items)

    asyncio.run(main())
    assert log == ["closed"]


def test_there_and_back_again(log: Log) -> None:
    async def main() -> list[int]:
        return [item async for item in aiterate(iterate(log.produce()))]

    assert asyncio.run(main()) == [0, 1, 2]
