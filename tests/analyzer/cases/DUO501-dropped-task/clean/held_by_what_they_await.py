"""A task that only waits for one which its object keeps is held by the callback of that one."""

import asyncio
from asyncio import create_task


class Oven:
    def __init__(self) -> None:
        self.baking: asyncio.Task[None] | None = None

    async def bake(self) -> None:
        await asyncio.get_running_loop().create_future()

    async def run(self) -> None:
        self.baking = asyncio.create_task(self.bake())
        await self.baking

    async def run_again(self) -> None:
        self.baking = create_task(self.bake())
        await self.baking


async def main(oven: Oven) -> None:
    asyncio.create_task(oven.run())
    await asyncio.sleep(1)
    asyncio.create_task(oven.run_again())
