"""One lock for threads and tasks: who owns it, who gets it next, and what becomes of those who give up."""

from __future__ import annotations

import asyncio
import gc
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import get_ident

import pytest

from duotone import DualLock, call, run
from duotone.contract.waits import GRAPH, Wait
from duotone.errors import BadTimeout, NoRunningLoop, NotOwner, TimedOut
from tests.contract.holders import Holder, enter, wait_for_queue
from tests.contract.threads import Background, wait_until


@contextmanager
def signal_that_raises(error: BaseException, when: Callable[[], object]) -> Iterator[None]:
    """Strike the current thread with a signal, whose handler raises, once `when` has come about."""

    def handler(*_: object) -> None:
        raise error

    def strike(thread: int) -> None:
        wait_until(when)
        signal.pthread_kill(thread, signal.SIGUSR1)

    before = signal.signal(signal.SIGUSR1, handler)
    striker = threading.Thread(target=strike, args=(get_ident(),))
    striker.start()
    try:
        yield
    finally:
        striker.join()
        signal.signal(signal.SIGUSR1, before)


# -- one at a time ------------------------------------------------------------------------------------------------


def test_a_lock_is_taken_for_a_block_of_either_color(lock: DualLock) -> None:
    async def main() -> None:
        async with lock as same:
            assert same is lock
            assert lock.owner is asyncio.current_task()
        assert not lock.locked()

    with lock as same:
        assert same is lock
        assert lock.owner == get_ident()
    asyncio.run(main())


def test_an_error_in_the_block_releases_the_lock_and_passes_through(lock: DualLock) -> None:
    async def main() -> None:
        async with lock:
            raise KeyError("inside")

    with pytest.raises(KeyError, match="inside"):
        asyncio.run(main())
    with pytest.raises(KeyError, match="inside"), lock:
        raise KeyError("inside")


def test_threads_and_the_tasks_of_several_loops_are_never_inside_together(
    lock: DualLock, background: Background
) -> None:
    total = 0

    def add_from_thread() -> None:
        nonlocal total
        for _ in range(50):
            with lock:
                seen = total
                time.sleep(0)
                total = seen + 1

    async def add_from_task() -> None:
        nonlocal total
        for _ in range(50):
            async with lock:
                seen = total
                await asyncio.sleep(0)
                total = seen + 1

    async def add_from_tasks() -> None:
        await asyncio.gather(*(add_from_task() for _ in range(3)))

    threads = [background.start(add_from_thread) for _ in range(3)]
    loops = [background.start(asyncio.run, add_from_tasks()) for _ in range(2)]
    shared = background.start(run, add_from_tasks)
    for end in (*threads, *loops, shared):
        end()
    assert total == 3 * 50 + 3 * 3 * 50


def test_whoever_asks_first_gets_it_first_threads_and_tasks_alike(lock: DualLock, background: Background) -> None:
    order: list[str] = []

    def thread(name: str) -> None:
        with lock:
            order.append(name)

    async def task(name: str) -> None:
        async with lock:
            order.append(name)

    async def two_tasks(first: str, second: str) -> None:
        early = asyncio.create_task(task(first))
        await asyncio.sleep(0)
        await asyncio.gather(early, task(second))

    ends = []
    with lock:
        ends.append(background.start(thread, "thread"))
        wait_for_queue(lock, 1)
        ends.append(background.start(asyncio.run, two_tasks("task", "second task of the same loop")))
        wait_for_queue(lock, 3)
        ends.append(background.start(thread, "second thread"))
        wait_for_queue(lock, 4)
        ends.append(background.start(run, task, "task on the shared loop"))
        wait_for_queue(lock, 5)
    for end in ends:
        end()
    assert order == ["thread", "task", "second task of the same loop", "second thread", "task on the shared loop"]


def test_a_released_lock_belongs_to_the_next_in_line_before_anybody_can_slip_in(lock: DualLock) -> None:
    order: list[str] = []

    async def enter(name: str) -> None:
        async with lock:
            order.append(name)

    async def main() -> None:
        await lock.acquire_async()
        waiting = asyncio.create_task(enter("the one that waited"))
        await asyncio.sleep(0)
        lock.release()
        assert lock.owner is waiting
        await enter("the one that came later")

    asyncio.run(main())
    assert order == ["the one that waited", "the one that came later"]


def test_nobody_is_ahead_of_anybody_at_a_free_lock(lock: DualLock) -> None:
    assert not list(lock.ahead_of(Wait(get_ident(), "a lock", tuple, None)))


# -- ownership ----------------------------------------------------------------------------------------------------


def test_O12_a_lock_is_owned_by_thread_and_task_and_waiters_never_block_the_loop(
    lock: DualLock, holder: Holder
) -> None:
    inside: list[str] = []

    async def enter(name: str) -> None:
        async with lock:
            inside.append(name)
            await asyncio.sleep(0)
            assert inside[-1] == name, "another task of the same thread came in"
            inside.append(name)

    async def main() -> None:
        tasks = [asyncio.create_task(enter(name)) for name in "abc"]
        for _ in range(50):  # the loop goes on while all of them wait for a thread
            await asyncio.sleep(0)
        assert len(lock._queue) == 3
        assert not inside
        holder.let_go()
        await asyncio.gather(*tasks)

    asyncio.run(main())
    assert inside == list("aabbcc")


def test_the_owner_may_take_it_again_and_must_release_it_as_often(lock: DualLock, background: Background) -> None:
    async def main() -> None:
        async with lock:
            async with lock:
                with lock:  # the other color, and the same task
                    assert lock.owner is asyncio.current_task()
            assert lock.locked()
        assert not lock.locked()

    asyncio.run(main())
    with lock:
        with lock:
            pass
        waiting = background.start(lock.acquire, 0.01)
        with pytest.raises(TimedOut):
            waiting()


def test_a_task_is_not_the_thread_that_it_runs_on(lock: DualLock) -> None:
    async def main() -> None:
        with pytest.raises(TimedOut):
            await lock.acquire_async(timeout=0.001)

    with lock:
        asyncio.run(main())


def test_a_coroutine_that_a_task_calls_directly_is_still_that_task(lock: DualLock) -> None:
    async def inner() -> bool:
        async with lock:
            return True

    async def main() -> bool:
        async with lock:
            return await call(inner)

    assert asyncio.run(main())


def test_a_stranger_can_not_release_it(lock: DualLock, background: Background) -> None:
    with pytest.raises(NotOwner, match="held by nobody"):
        lock.release()

    async def main() -> None:
        with pytest.raises(
            NotOwner, match=r"task 'Task-.*' can't release this lock: it is held by thread 'MainThread'"
        ):
            lock.release()

    with lock:
        with pytest.raises(NotOwner, match="held by thread 'MainThread'; release it where it was taken"):
            background.start(lock.release)()
        asyncio.run(main())
        assert lock.owner == get_ident()


def test_another_task_can_not_release_it(lock: DualLock) -> None:
    async def stranger() -> None:
        lock.release()

    async def main() -> None:
        async with lock:
            with pytest.raises(NotOwner, match="held by task 'the owner'"):
                await asyncio.create_task(stranger())

    async def start() -> None:
        await asyncio.create_task(main(), name="the owner")

    asyncio.run(start())


def test_the_async_face_needs_a_running_loop(lock: DualLock) -> None:
    coroutine = lock.acquire_async()
    with pytest.raises(NoRunningLoop, match="acquire_async"):
        coroutine.send(None)


# -- giving up ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("timeout", [0, 0.01])
def test_a_wait_ends_at_its_timeout_in_both_colors_and_leaves_the_queue(
    lock: DualLock, holder: Holder, timeout: float
) -> None:
    with pytest.raises(TimedOut, match="acquire") as caught:
        lock.acquire(timeout=timeout)
    assert caught.value.seconds == timeout
    assert not lock._queue
    with pytest.raises(TimedOut) as caught:
        asyncio.run(lock.acquire_async(timeout=timeout))
    assert caught.value.seconds == timeout
    assert not lock._queue


def test_a_lock_that_comes_in_time_is_taken_in_both_colors(lock: DualLock, background: Background) -> None:
    async def main() -> None:
        await lock.acquire_async(timeout=20)
        lock.release()

    Holder(background, lock).let_go_when(lambda: lock._queue)
    lock.acquire(timeout=20)
    lock.release()
    Holder(background, lock).let_go_when(lambda: lock._queue)
    asyncio.run(main())


@pytest.mark.parametrize("timeout", [-1, float("nan"), "soon"])
def test_a_timeout_that_is_no_number_of_seconds_is_refused_before_anything_is_taken(
    lock: DualLock, timeout: float
) -> None:
    with pytest.raises(BadTimeout):
        lock.acquire(timeout=timeout)
    with pytest.raises(BadTimeout):
        asyncio.run(lock.acquire_async(timeout=timeout))


def test_a_thread_that_is_handed_the_lock_at_its_timeout_keeps_it(lock: DualLock, background: Background) -> None:
    idents: list[int] = []

    def wait() -> None:
        idents.append(get_ident())
        lock.acquire(timeout=0.5)  # long enough to be seen in the queue
        lock.release()

    def is_leaving() -> bool:
        frame = sys._current_frames()[idents[0]]
        return frame.f_code is DualLock._has_arrived.__code__

    with lock:
        waiting = background.start(wait)
        wait_for_queue(lock, 1)
        with GRAPH.mutex:  # the waiter has seen its timeout, and can't leave the queue before the lock is its own
            wait_until(is_leaving)
            lock._hand_on()
        waiting()
        lock.acquire()


def test_a_task_that_is_handed_the_lock_at_its_timeout_keeps_it(lock: DualLock) -> None:
    async def wait() -> bool:
        await lock.acquire_async(timeout=0.001)
        is_mine = lock.owner is asyncio.current_task()
        lock.release()
        return is_mine

    async def main() -> bool:
        async with lock:
            waiting = asyncio.create_task(wait())
            await asyncio.sleep(0)
            time.sleep(0.01)  # noqa: ASYNC251  # now both the timeout and the lock are due
        return await waiting

    assert asyncio.run(main())


def test_a_task_that_is_cancelled_leaves_the_queue(lock: DualLock) -> None:
    async def main() -> None:
        async with lock:
            waiting = asyncio.create_task(lock.acquire_async())
            await asyncio.sleep(0)
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
            assert not lock._queue

    asyncio.run(main())


@pytest.mark.parametrize("cancel_first", [True, False])
def test_a_task_that_is_cancelled_and_handed_the_lock_at_once_hands_it_on(
    lock: DualLock, background: Background, *, cancel_first: bool
) -> None:
    async def main() -> None:
        await lock.acquire_async()
        cancelled = asyncio.create_task(lock.acquire_async())
        await asyncio.sleep(0)
        next_in_line = background.start(enter, lock)
        await asyncio.to_thread(wait_for_queue, lock, 2)
        if cancel_first:
            cancelled.cancel()
        lock.release()
        assert lock.owner is cancelled
        cancelled.cancel()
        with pytest.raises(asyncio.CancelledError):
            await cancelled
        await asyncio.to_thread(next_in_line)

    asyncio.run(main())


def test_an_outer_timeout_ends_the_wait_as_a_cancellation(lock: DualLock, holder: Holder) -> None:
    async def main() -> None:
        async with asyncio.timeout(0.01):
            await lock.acquire_async()

    with pytest.raises(TimeoutError) as caught:
        asyncio.run(main())
    assert not isinstance(caught.value, TimedOut)
    assert not lock._queue


@pytest.mark.parametrize("timeout", [None, 20])
@pytest.mark.parametrize("error", [LookupError("enough"), TimeoutError("the alarm"), KeyboardInterrupt()])
def test_whatever_a_signal_handler_raises_ends_the_wait_of_a_thread(
    lock: DualLock, holder: Holder, error: BaseException, timeout: float | None
) -> None:
    with pytest.raises(type(error)) as caught, signal_that_raises(error, lambda: lock._queue):
        lock.acquire(timeout)
    assert caught.value is error
    assert lock.owner != get_ident()
    assert not lock._queue


def test_a_waiter_whose_loop_has_closed_is_passed_over(lock: DualLock, background: Background) -> None:
    def wait_and_close() -> asyncio.Task[None]:
        async def start() -> asyncio.Task[None]:
            task = asyncio.create_task(lock.acquire_async())
            await asyncio.sleep(0)
            return task

        loop = asyncio.new_event_loop()
        try:
            return loop.run_until_complete(start())
        finally:
            loop.close()

    with lock:
        gone = background.start(wait_and_close)()
        alive = background.start(enter, lock)
        wait_for_queue(lock, 2)
    alive()
    gone._log_destroy_pending = False  # type: ignore[attr-defined]  # asyncio would say that it never ended
    del gone
    gc.collect()  # its coroutine is closed now, and must not miss its place in the queue
