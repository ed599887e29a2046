"""Streams across the colors: pulled one by one, closed on both sides, at home wherever they are used."""

from __future__ import annotations

import asyncio
import gc
import os
import sqlite3
import subprocess
import threading
import time
import traceback
import weakref
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Generator, Iterator
from contextvars import Context, ContextVar
from typing import Any, Self

import anyio
import pytest

from duotone import Worker, call, figures, offload, run, scope
from duotone.contract.bridge import bridge
from duotone.contract.settings import settings
from duotone.contract.streams import aiterate, iterate
from duotone.errors import BadTimeout, LoopHeld, TimedOut, WouldDeadlock
from tests.contract.conftest import Background

user: ContextVar[str] = ContextVar("user")


def wait_until(condition: Callable[[], object], seconds: float = 10) -> None:
    """Wait for something that another thread brings about."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it never came about"
        time.sleep(0.001)


class Log(list[Any]):
    """What async and sync generators of these tests have done, and where."""

    async def produce(self, end: int = 3) -> AsyncGenerator[int, None]:
        try:
            for number in range(end):
                self.append(asyncio.current_task())
                await asyncio.sleep(0)
                yield number
        finally:
            await asyncio.sleep(0)
            self.append(asyncio.current_task())
            self.append("closed")

    def produce_here(self, end: int = 3) -> Generator[int, None, None]:
        try:
            for number in range(end):
                self.append(threading.current_thread())
                yield number
        finally:
            self.append(threading.current_thread())
            self.append("closed")


@pytest.fixture
def log() -> Log:
    return Log()


class Countdown:
    """An async iterator that is no generator, with a place to see what became of it."""

    def __init__(self, start: int) -> None:
        self.left = start

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> int:
        if self.left == 0:
            raise StopAsyncIteration
        self.left -= 1
        return self.left


class Both:
    """Something that can be gone over in both colors."""

    def __iter__(self) -> Iterator[str]:
        return iter(["sync"])

    async def __aiter__(self) -> AsyncIterator[str]:
        yield "async"


async def echo() -> AsyncGenerator[str, str]:
    """Give back what is sent, and what is thrown in."""
    said = yield "ready"
    while True:
        try:
            said = yield said.upper()
        except LookupError as error:
            said = yield f"caught {error.args[0]}"


def echo_here() -> Generator[str, str, None]:
    said = yield "ready"
    while True:
        try:
            said = yield said.upper()
        except LookupError as error:
            said = yield f"caught {error.args[0]}"


# -- async to sync ----------------------------------------------------------------------------------------------------


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


def test_leaving_a_loop_early_closes_the_async_generator_at_once_in_its_task(log: Log) -> None:
    for _ in iterate(log.produce()):
        break
    first, last, closed = log
    assert first is last
    assert closed == "closed"


def test_an_error_in_the_body_of_a_loop_closes_the_async_generator(log: Log) -> None:
    def play() -> None:
        for _ in iterate(log.produce()):
            raise LookupError

    with pytest.raises(LookupError):
        play()
    gc.collect()  # the traceback may have kept the iterator
    wait_until(lambda: log[-1] == "closed")


def test_closing_the_iterator_closes_the_async_generator_once(log: Log) -> None:
    items = iterate(log.produce())
    next(items)
    items.close()
    items.close()
    assert [each for each in log if each == "closed"] == ["closed"]
    assert list(items) == []


def test_an_iterator_that_was_never_started_leaves_nothing_behind(log: Log) -> None:
    iterate(log.produce()).close()
    del log[:]
    iterate(log.produce())
    assert log == []


def test_an_iterator_in_a_reference_cycle_is_closed_in_its_task_by_the_garbage_collector(log: Log) -> None:
    cycle: list[Any] = [iterate(log.produce())]
    next(cycle[0])
    cycle.append(cycle)
    del cycle
    gc.collect()
    wait_until(lambda: log[-1] == "closed")
    first, last, _ = log
    assert first is last


def test_an_object_that_holds_an_iterator_over_itself_is_not_kept_alive_by_it(log: Log) -> None:
    class Reader:
        def __init__(self) -> None:
            self.items = iterate(self.produce())
            next(self.items)

        async def produce(self) -> AsyncIterator[Self]:
            with anyio.CancelScope():  # which must be left in the task in which it was entered
                try:
                    while True:
                        yield self
                finally:
                    log.append("closed")

    reader = weakref.ref(Reader())
    gc.collect()
    wait_until(lambda: log)
    wait_until(lambda: gc.collect() is not None and reader() is None)


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
    async def stuck() -> AsyncIterator[int]:
        try:
            yield 1
            await asyncio.sleep(60)
        finally:
            log.append("closed")

    items = iterate(stuck(), timeout=0.05)
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


# -- async to sync: what is held from one item to the next ------------------------------------------------------------


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


# -- async to sync: where it is used ----------------------------------------------------------------------------------


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


# -- async to sync: context -------------------------------------------------------------------------------------------


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


# -- sync to async ----------------------------------------------------------------------------------------------------


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
    async def stuck() -> AsyncIterator[int]:
        try:
            yield 1
            await asyncio.sleep(60)
        finally:
            log.append("closed")

    async def main() -> None:
        items = aiterate(stuck(), timeout=0.05)
        assert await anext(items) == 1
        with pytest.raises(TimedOut, match="stuck"):
            await anext(items)

    asyncio.run(main())
    assert log == ["closed"]


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


def test_there_and_back_again(log: Log) -> None:
    async def main() -> list[int]:
        return [item async for item in aiterate(iterate(log.produce()))]

    assert asyncio.run(main()) == [0, 1, 2]


# -- the end of the interpreter ---------------------------------------------------------------------------------------


def test_a_stream_that_is_open_at_exit_is_closed_without_noise(
    script: Callable[..., subprocess.CompletedProcess[str]],
) -> None:
    done = script("""
        from duotone.contract.streams import iterate

        async def count():
            try:
                for number in range(3):
                    yield number
            finally:
                print("closed")

        items, unused = iterate(count()), iterate(count())
        print(next(items))
    """)
    assert (done.returncode, done.stdout, done.stderr) == (0, "0\nclosed\n", "")


def test_a_stream_that_another_thread_is_using_at_exit_is_reported_as_unfinished(
    script: Callable[..., subprocess.CompletedProcess[str]],
) -> None:
    done = script(
        """
        import asyncio, threading
        from duotone.contract.streams import iterate

        is_used = threading.Event()

        async def stuck():
            yield 1
            is_used.set()
            await asyncio.sleep(60)

        threading.Thread(target=list, args=(iterate(stuck()),), daemon=True).start()
        is_used.wait()
    """,
        "-W",
        "default",
    )
    assert done.returncode == 0
    assert "UnfinishedWork" in done.stderr
    assert "already executing" not in done.stderr


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_child_has_streams_of_its_own(script: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    done = script("""
        import os, sys
        from duotone.contract.streams import iterate

        async def count(name):
            try:
                for number in range(3):
                    yield number
            finally:
                print(name, "closed", flush=True)

        of_parent = iterate(count("parent"))
        next(of_parent)
        child = os.fork()
        if child == 0:
            of_child = iterate(count("child"))
            next(of_child)
            sys.exit()
        assert os.waitpid(child, 0)[1] == 0
    """)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "child closed\nparent closed\n"
