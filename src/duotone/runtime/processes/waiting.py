"""Waiting for the end of a process, on a thread or on a loop."""

from __future__ import annotations

import asyncio
import contextlib
import threading

from duotone.runtime.processes.entries import Entry

__all__ = ["wait_async", "wait_sync"]


def wait_sync(entry: Entry, timeout: float | None = None) -> bool:
    """Wait on this thread until a process is over; return whether it is."""
    over = threading.Event()
    entry.when_over(over.set)
    try:
        return over.wait(timeout)
    finally:
        entry.forget(over.set)


async def wait_async(entry: Entry, timeout: float | None = None) -> bool:
    """Wait on this loop until a process is over; return whether it is."""
    loop, over = asyncio.get_running_loop(), asyncio.Event()

    def tell() -> None:
        with contextlib.suppress(RuntimeError):  # the loop has closed, so nobody waits any more
            loop.call_soon_threadsafe(over.set)

    entry.when_over(tell)
    limit = asyncio.timeout(timeout)
    try:
        async with limit:
            return await over.wait()
    except TimeoutError:
        if not limit.expired():
            raise
        return entry.info.state.is_over
    finally:
        entry.forget(tell)
