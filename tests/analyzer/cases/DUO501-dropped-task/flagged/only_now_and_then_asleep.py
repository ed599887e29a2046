"""What a coroutine awaits besides `asyncio.sleep`, itself or further on, may be held by nobody else."""

import asyncio
from collections.abc import Awaitable, Callable


class Oven:
    def __init__(self) -> None:
        self.heat = 0
        self.hot = asyncio.Event()

    async def warm(self) -> None:
        await asyncio.sleep(1)

    async def preheat(self) -> None:
        await asyncio.sleep(1)
        await self.hot.wait()

    async def bake(self) -> None:
        await self.preheat()
        await asyncio.sleep(60)

    async def watch(self) -> None:
        async with asyncio.timeout(60):
            await asyncio.sleep(1)

    async def ring(self, bell: Callable[[], Awaitable[None]]) -> None:
        await asyncio.sleep(60)
        await bell()

    async def start(self, bell: Callable[[], Awaitable[None]]) -> None:
        asyncio.create_task(self.warm())  # expect: DUO501
        asyncio.create_task(self.preheat())  # expect: DUO501
        asyncio.create_task(self.bake())  # expect: DUO501
        asyncio.create_task(self.watch())  # expect: DUO501
        asyncio.create_task(self.ring(bell))  # expect: DUO501
        asyncio.create_task(self.hot.wait())  # expect: DUO501
        await asyncio.sleep(0)


class SlowOven(Oven):
    async def warm(self) -> None:
        await self.hot.wait()
