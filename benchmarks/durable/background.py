"""Callers of the sync kind for engines whose worker is async: its loop runs on a thread, and calls wait for it."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager

from benchmarks.durable.engines import Async, Sync


@contextlib.contextmanager
def on_a_thread(serving: AbstractAsyncContextManager[Async]) -> Iterator[Sync]:
    """Open an async engine on a thread of its own and yield what runs one run and waits."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    opened = asyncio.run_coroutine_threadsafe(serving.__aenter__(), loop).result()

    async def awaited(name: str) -> object:
        return await opened(name)

    def run(name: str) -> object:
        return asyncio.run_coroutine_threadsafe(awaited(name), loop).result()

    try:
        yield run
    finally:
        asyncio.run_coroutine_threadsafe(serving.__aexit__(None, None, None), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
