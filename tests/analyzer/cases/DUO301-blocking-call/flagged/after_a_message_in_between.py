"""None says that a course is over, and not that the whole future is; or no message was waited for."""

import math
from collections.abc import Awaitable, Callable

import anyio
import anyio.from_thread
from anyio.from_thread import BlockingPortal


class Kitchen:
    def __init__(self, cook: Callable[[], Awaitable[None]]) -> None:
        self.cook = cook

    def open(self, portal: BlockingPortal) -> None:
        self.to_waiter, self.from_cook = anyio.create_memory_object_stream[str | None](math.inf)
        self.shift = portal.start_task_soon(self.work)

    async def work(self) -> None:
        await self.cook()
        await self.to_waiter.send(None)
        await self.cook()

    async def wait(self) -> None:
        dish = await self.from_cook.receive()
        if dish is None:
            self.shift.result()  # expect: DUO301


class Bakery:
    def __init__(self, bake: Callable[[], Awaitable[None]]) -> None:
        self.bake = bake

    def open(self, portal: BlockingPortal) -> None:
        self.shift = portal.start_task_soon(self.work)

    async def work(self) -> None:
        await self.bake()

    async def wait(self, bread: str | None) -> None:
        await self.bake()
        if bread is None:
            self.shift.result()  # expect: DUO301
