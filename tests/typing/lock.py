"""`DualLock` is the same lock in both colors."""

from __future__ import annotations

from typing import assert_type

from duotone import DualLock


def a_thread_takes_it_with_a_block_or_by_hand(lock: DualLock) -> None:
    with lock as same:
        assert_type(same, DualLock)
    lock.acquire()
    lock.acquire(timeout=1.5)
    lock.release()
    assert_type(lock.locked(), bool)


async def a_task_takes_it_with_a_block_or_by_hand(lock: DualLock) -> None:
    async with lock as same:
        assert_type(same, DualLock)
    await lock.acquire_async()
    await lock.acquire_async(timeout=1.5)
    lock.acquire_async()  # type: ignore[unused-coroutine]  # pyright: ignore[reportUnusedCoroutine]


def what_is_no_timeout_is_refused(lock: DualLock) -> None:
    lock.acquire(timeout="soon")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    lock.acquire(blocking=False)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    DualLock(3)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
