"""Streams from async to sync are at home wherever they are used."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Generator, Iterator

import pytest

from duotone import call, figures
from duotone.contract.bridge import bridge
from duotone.contract.settings import settings
from duotone.contract.streams import iterate
from duotone.errors import LoopHeld, WouldDeadlock
from tests.contract.sources import Log
from tests.contract.threads import Background, wait_until


def test_iterate_inside_a_running_loop_gives_the_items(log: Log) -> None:
    async def main() -> list[int]:
        held = figures().held_loops
        items = list(iterate(log.produce()))
        assert figures().held_loops > held
        return items

    assert asyncio.run(main()) == [0, 1, 2]


def test_iterate_inside_a_running_loop_follows_the_policy(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "holding", "raise")

    async def main() -> None:
        list(iterate(log.produce()))

    with pytest.raises(LoopHeld):
        asyncio.run(main())
    assert log == []


def test_iterate_nests(log: Log) -> None:
    async def outer() -> AsyncIterator[list[int]]:
        for end in (1, 2):
            yield list(iterate(log.produce(end)))

    assert list(iterate(outer())) == [[0], [0, 1]]


def test_an_iterator_that_goes_over_itself_is_refused_and_not_stuck() -> None:
    async def selfish() -> AsyncIterator[int]:
        yield next(items)

    items = iterate(selfish())
    with pytest.raises(ValueError, match="already executing"):
        next(items)


def test_different_threads_may_take_items_in_turn(log: Log, background: Background) -> None:
    items = iterate(log.produce())
    assert [background.start(next, items)() for _ in range(3)] == [0, 1, 2]
    assert background.start(next, items, None)() is None
    assert len(set(log[:-1])) == 1


def test_in_offloaded_work_the_stream_lives_on_the_loop_that_offloaded_it() -> None:
    async def where() -> AsyncIterator[asyncio.AbstractEventLoop]:
        yield asyncio.get_running_loop()
        await asyncio.sleep(0)
        yield asyncio.get_running_loop()

    async def main() -> bool:
        return set(await call(lambda: list(iterate(where())))) == {asyncio.get_running_loop()}

    assert asyncio.run(main())


def test_cancelling_offloaded_work_closes_the_stream_that_it_waits_for(log: Log) -> None:
    async def main() -> None:
        waits = asyncio.Event()

        async def stuck() -> AsyncIterator[int]:
            try:
                waits.set()
                await asyncio.sleep(60)
                yield 1
            finally:
                log.append("closed")

        working = asyncio.create_task(call(lambda: list(iterate(stuck()))))
        await waits.wait()
        working.cancel()
        with pytest.raises(asyncio.CancelledError):
            await working

    asyncio.run(main())
    assert log == ["closed"]


def test_a_stream_that_was_left_open_on_a_loop_is_closed_there_in_its_task(log: Log) -> None:
    async def main() -> Generator[int, None, None]:
        items = iterate(log.produce())
        await call(next, items)
        return items

    items = asyncio.run(main())
    assert log[-2:] == [log[0], "closed"]
    items.close()


def test_a_stream_that_was_cancelled_between_two_items_says_so_to_whoever_goes_on(log: Log) -> None:
    async def main() -> Iterator[int]:
        items = iterate(log.produce())
        await call(next, items)
        return items

    items = asyncio.run(main())
    with pytest.raises(asyncio.CancelledError):
        next(items)


def test_a_stream_that_is_let_go_of_on_its_own_loop_is_closed_there_soon(log: Log) -> None:
    async def main() -> None:
        items = iterate(log.produce())
        await call(lambda: next(items) and None)
        with pytest.raises(WouldDeadlock):
            next(items)
        await asyncio.to_thread(wait_until, lambda: log[-1] == "closed")

    asyncio.run(main())


def test_iterate_leaves_no_task_on_the_shared_loop(log: Log) -> None:
    for _ in iterate(log.produce()):
        break
    list(iterate(log.produce()))
    assert [task for task in asyncio.all_tasks(bridge.loop) if "Log.produce" in task.get_name()] == []
