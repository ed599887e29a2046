"""A lock on the thread of a running loop: what a sync wait holds up there, and where the loop goes on."""

from __future__ import annotations

import asyncio

import pytest

from duotone import DualLock, figures, run, unblocked
from duotone.contract.settings import settings
from duotone.errors import LoopHeld, LoopHeldWarning, TimedOut
from tests.contract.holders import Holder, enter, wait_for_queue


def test_a_free_lock_may_be_taken_on_a_loop_under_any_policy(lock: DualLock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "holding", "raise")

    async def main() -> None:
        with lock, lock:
            pass

    asyncio.run(main())


def test_a_wait_that_holds_up_a_loop_is_refused_by_the_policy(
    lock: DualLock, holder: Holder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "holding", "raise")

    async def main() -> None:
        with pytest.raises(LoopHeld, match="DualLock"):
            lock.acquire()
        assert not lock._queue

    asyncio.run(main())


def test_a_wait_that_holds_up_a_loop_is_counted_and_warned_of(
    lock: DualLock, holder: Holder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "holding", "warn")

    async def main() -> None:
        holder.let_go_when(lambda: len(warnings) > 0)
        with lock:
            pass

    before = figures().held_loops
    with pytest.warns(LoopHeldWarning, match="DualLock") as warnings:
        asyncio.run(main())
    assert figures().held_loops == before + 1
    assert warnings[0].filename == __file__


def test_a_wait_that_holds_up_a_loop_is_allowed_unless_told_otherwise(lock: DualLock, holder: Holder) -> None:
    async def main() -> None:
        holder.let_go_when(lambda: lock._queue)
        lock.acquire()
        lock.release()

    before = figures().held_loops
    asyncio.run(main())
    assert figures().held_loops == before + 1


def test_the_shared_loop_goes_on_while_one_of_its_steps_waits(lock: DualLock) -> None:
    async def hold(taken: asyncio.Event) -> None:
        async with lock:
            taken.set()
            await asyncio.sleep(0.01)

    async def main() -> str:
        taken = asyncio.Event()
        holding = asyncio.create_task(hold(taken))
        await taken.wait()
        with lock:  # taken by a task of the same loop, which must go on meanwhile
            assert lock.owner is asyncio.current_task()
        await holding
        return "done"

    before = figures().held_loops
    assert run(main) == "done"
    assert figures().held_loops == before


def test_a_step_of_the_shared_loop_can_time_out(lock: DualLock, holder: Holder) -> None:
    async def main() -> None:
        with pytest.raises(TimedOut):
            lock.acquire(timeout=0.01)

    run(main)
    assert not lock._queue


@pytest.mark.greenlets
def test_under_unblocked_the_loop_goes_on_while_sync_code_waits(lock: DualLock) -> None:
    async def hold(taken: asyncio.Event) -> None:
        async with lock:
            taken.set()
            await asyncio.sleep(0.01)

    async def main() -> None:
        taken = asyncio.Event()
        holding = asyncio.create_task(hold(taken))
        await taken.wait()
        assert await unblocked(enter, lock)
        await holding

    before = figures().held_loops
    asyncio.run(main())
    assert figures().held_loops == before


@pytest.mark.greenlets
def test_under_unblocked_a_wait_can_time_out_and_be_cancelled(lock: DualLock, holder: Holder) -> None:
    async def main() -> None:
        with pytest.raises(TimedOut):
            await unblocked(lock.acquire, 0.01)
        waiting = asyncio.create_task(unblocked(lock.acquire))
        await asyncio.to_thread(wait_for_queue, lock, 1)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert not lock._queue

    asyncio.run(main())
