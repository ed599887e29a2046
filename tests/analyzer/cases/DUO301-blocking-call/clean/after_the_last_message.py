"""The coroutine of a future sends None as the last that it does, and whoever has received that finds the result."""

import math
from collections.abc import Awaitable, Callable

import anyio
import anyio.from_thread


class Kitchen:
    def __init__(self, cook: Callable[[], Awaitable[None]]) -> None:
        self.cook = cook

    def open(self) -> None:
        self.to_waiter, self.from_cook = anyio.create_memory_object_stream[str | None](math.inf)
        with anyio.from_thread.start_blocking_portal() as portal:
            self.shift = portal.start_task_soon(self.work)
            portal.call(self.wait)

    async def work(self) -> None:
        try:
            await self.cook()
        finally:
            await self.to_waiter.send(None)

    async def wait(self) -> None:
        async def take() -> str | None:
            dish = await self.from_cook.receive()
            if dish is None:
                self.shift.result()
            return dish

        await take()
