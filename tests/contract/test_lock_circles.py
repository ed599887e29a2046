"""Waits for a lock that could never end are refused, those that only look so are not, and Ctrl-C ends them all."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from subprocess import CompletedProcess

import pytest

from duotone import DualLock, call, offload, run, unblocked
from duotone.errors import WouldDeadlock
from tests.contract.holders import Holder, enter, wait_for_queue
from tests.contract.threads import Background, wait_until

Script = Callable[..., CompletedProcess[str]]


async def enter_async(lock: DualLock) -> str:
    async with lock:
        return "entered"


async def hold(lock: DualLock, taken: asyncio.Event, leave: asyncio.Event) -> None:
    async with lock:
        taken.set()
        await leave.wait()


# -- the caller has it --------------------------------------------------------------------------------------------


def test_a_thread_can_not_wait_for_a_coroutine_that_needs_its_lock(lock: DualLock) -> None:
    with lock, pytest.raises(WouldDeadlock, match="needs a lock → thread 'MainThread' has it") as caught:
        run(enter_async, lock)
    assert "waits for 'enter_async'" in caught.value.cycle[-1]


def test_a_thread_can_not_wait_for_a_worker_that_needs_its_lock(lock: DualLock) -> None:
    with lock, pytest.raises(WouldDeadlock):
        run(enter, lock, timeout=20)


def test_a_sync_function_that_is_run_on_the_same_thread_has_the_same_lock(lock: DualLock) -> None:
    with lock:
        assert run(enter, lock)


@pytest.mark.parametrize("verb", [call, offload])
def test_a_task_can_not_wait_for_a_worker_that_needs_its_lock(lock: DualLock, verb: Callable[..., object]) -> None:
    async def main() -> None:
        async with lock:
            with pytest.raises(WouldDeadlock, match="has it"):
                await verb(enter, lock)  # type: ignore[misc]  # both are async

    asyncio.run(main())


def test_a_task_can_not_wait_in_sync_code_for_a_coroutine_that_needs_its_lock(lock: DualLock) -> None:
    async def main() -> None:
        async with lock:
            with pytest.raises(WouldDeadlock):
                run(enter_async, lock)

    asyncio.run(main())
    run(main)


def test_the_way_from_the_owner_to_the_asker_may_be_long(lock: DualLock) -> None:
    async def innermost() -> None:
        with pytest.raises(WouldDeadlock) as caught:
            await enter_async(lock)
        assert "thread 'MainThread' has it" in caught.value.cycle

    def on_worker() -> None:
        run(innermost)

    async def on_bridge() -> None:
        await call(on_worker)

    with lock:
        run(on_bridge)


def test_a_task_that_the_owner_does_not_wait_for_may_wait_for_it(lock: DualLock) -> None:
    async def main() -> str:
        async with lock:
            later = asyncio.create_task(enter_async(lock))
            await asyncio.sleep(0)
        return await later

    assert run(main) == "entered"
    assert asyncio.run(main()) == "entered"


# -- crosswise ----------------------------------------------------------------------------------------------------


def test_of_two_threads_that_take_two_locks_crosswise_one_is_refused(lock: DualLock, background: Background) -> None:
    other = DualLock()

    def take_both() -> str:
        with other, lock:
            return "has both"

    with lock:
        crosswise = background.start(take_both)
        wait_for_queue(lock, 1)
        with pytest.raises(WouldDeadlock) as caught:
            other.acquire()
    assert crosswise() == "has both"
    assert [link.partition(" needs ")[2] or link.partition("' ")[2] for link in caught.value.cycle] == [
        "a lock",
        "has it",
        "a lock",
        "has it",
    ]
    assert not other.locked()


def test_of_two_tasks_that_take_two_locks_crosswise_one_is_refused(lock: DualLock) -> None:
    other = DualLock()

    async def take_both(first: DualLock, second: DualLock) -> str:
        async with first:
            await asyncio.sleep(0)
            async with second:
                return "has both"

    async def main() -> tuple[str | BaseException, str | BaseException]:
        return await asyncio.gather(take_both(lock, other), take_both(other, lock), return_exceptions=True)

    one, two = asyncio.run(main())
    assert one == "has both"
    assert isinstance(two, WouldDeadlock)


def test_a_thread_and_a_task_that_take_two_locks_crosswise_do_not_hang(lock: DualLock, background: Background) -> None:
    other = DualLock()

    def take_both() -> str:
        with other, lock:
            return "has both"

    async def main() -> Callable[[], str]:
        async with lock:
            crosswise = background.start(take_both)
            await asyncio.to_thread(wait_for_queue, lock, 1)
            with pytest.raises(WouldDeadlock):
                await other.acquire_async()
            return crosswise

    assert asyncio.run(main())() == "has both"


def test_a_circle_of_three_is_seen(lock: DualLock, background: Background) -> None:
    second, third = DualLock(), DualLock()

    def take(first: DualLock, then: DualLock) -> str:
        with first, then:
            return "has both"

    with lock:
        ends = [background.start(take, third, lock)]
        wait_for_queue(lock, 1)
        ends.append(background.start(take, second, third))
        wait_for_queue(third, 1)
        with pytest.raises(WouldDeadlock) as caught:
            second.acquire()
        assert len(caught.value.cycle) == 6
    assert [end() for end in ends] == ["has both"] * 2


# -- a loop that stands still -------------------------------------------------------------------------------------


def test_a_sync_wait_can_not_hold_up_the_loop_on_which_the_owner_lives(lock: DualLock) -> None:
    async def main() -> None:
        taken, leave = asyncio.Event(), asyncio.Event()
        owner = asyncio.create_task(hold(lock, taken, leave), name="the owner")
        await taken.wait()
        with pytest.raises(WouldDeadlock, match="task 'the owner' has it"):
            lock.acquire()
        with pytest.raises(WouldDeadlock, match="task 'the owner' has it"):
            run(enter_async, lock)
        leave.set()
        await owner

    asyncio.run(main())


def test_nor_the_loop_of_somebody_ahead_in_the_queue(lock: DualLock, background: Background) -> None:
    holder = Holder(background, lock)

    async def main() -> None:
        ahead = asyncio.create_task(enter_async(lock), name="the one ahead")
        await asyncio.sleep(0)
        with pytest.raises(WouldDeadlock, match="task 'the one ahead' has it"):
            lock.acquire()
        with pytest.raises(WouldDeadlock):
            run(enter_async, lock)
        holder.let_go()
        assert await ahead == "entered"

    asyncio.run(main())


@pytest.mark.greenlets
def test_under_unblocked_the_owner_goes_on_so_nothing_is_refused(lock: DualLock) -> None:
    async def main() -> None:
        taken, leave = asyncio.Event(), asyncio.Event()
        owner = asyncio.create_task(hold(lock, taken, leave))
        await taken.wait()
        waiting = asyncio.create_task(unblocked(enter, lock))
        await asyncio.to_thread(wait_for_queue, lock, 1)
        leave.set()
        assert await waiting
        await owner

    asyncio.run(main())


def test_a_wait_that_is_over_accuses_nobody(lock: DualLock, background: Background) -> None:
    other = DualLock()
    step = threading.Event()

    def take_both() -> None:
        with other:
            enter(lock)
            step.set()
            wait_until(lambda: other._queue)

    with lock:
        crosswise = background.start(take_both)
        wait_for_queue(lock, 1)
    assert step.wait(10)
    with lock:
        assert enter(other)
    crosswise()


# -- Ctrl-C -------------------------------------------------------------------------------------------------------

WAITS = """
import asyncio, os, signal, threading, time
from duotone import DualLock, run

lock = DualLock()
taken, leave = threading.Event(), threading.Event()

def hold():
    with lock:
        taken.set()
        leave.wait(20)

def strike():
    while not lock._queue:
        time.sleep(0.001)
    os.kill(os.getpid(), signal.SIGINT)

holder = threading.Thread(target=hold)
holder.start()
taken.wait()
threading.Thread(target=strike).start()

async def main():
    with lock:
        print("never")

async def main_async():
    async with lock:
        print("never")

try:
    {wait}
except KeyboardInterrupt:
    print("interrupted", len(lock._queue), flush=True)
leave.set()
holder.join()
with lock:
    print("free")
"""


@pytest.mark.parametrize(
    "wait",
    [
        "lock.acquire()",
        "lock.acquire(20)",
        "asyncio.run(main())",
        "run(main)",
        "asyncio.run(main_async())",
        "run(main_async)",
    ],
)
def test_ctrl_c_ends_a_wait_which_then_leaves_the_queue(script: Script, wait: str) -> None:
    done = script(WAITS.format(wait=wait))
    assert (done.returncode, done.stdout, done.stderr) == (0, "interrupted 0\nfree\n", "")


def test_ctrl_c_at_the_moment_at_which_the_lock_is_handed_over_hands_it_on(script: Script) -> None:
    done = script("""
        import signal, sys, threading, time
        from duotone import DualLock

        lock = DualLock()
        taken = threading.Event()

        def hold():
            with lock:
                taken.set()
                while not lock._queue:
                    time.sleep(0.001)
                time.sleep(0.01)
                # From here on this thread doesn't let go of the interpreter before it has released the lock, so the
                # main thread is woken by the signal, and finds the lock its own before the handler has run.
                signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
                end = time.perf_counter() + 0.01
                while time.perf_counter() < end:
                    pass

        sys.setswitchinterval(10)
        holder = threading.Thread(target=hold)
        holder.start()
        taken.wait()
        try:
            lock.acquire()
        except KeyboardInterrupt:
            print("interrupted")
        holder.join()
        print(lock.locked(), len(lock._queue))
    """)
    assert (done.returncode, done.stdout, done.stderr) == (0, "interrupted\nFalse 0\n", "")
