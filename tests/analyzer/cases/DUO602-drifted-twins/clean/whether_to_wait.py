"""Whoever calls the async twin waits by awaiting it, so only the plain one is told whether to."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any


class Worker:
    def bridged(self, made: Coroutine[Any, Any, None], callback: Callable[[], None] | None, *, wait: bool) -> None:
        future = asyncio.run_coroutine_threadsafe(made, self.loop)
        if callback is not None:
            future.add_done_callback(lambda _: callback())
        while wait and not future.done():
            pass

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()

    def stop(self, callback: Callable[[], None] | None = None, wait: bool = False) -> None:
        print("stopping", wait)
        self.bridged(self.stopped(callback), callback, wait=wait)

    async def stop_async(self, callback: Callable[[], None] | None = None) -> None:
        self.stop(callback)

    async def stopped(self, callback: Callable[[], None] | None = None) -> None:
        await asyncio.sleep(0)
        if callback is not None:
            callback()
