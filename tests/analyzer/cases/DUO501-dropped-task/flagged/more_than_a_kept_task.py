"""What is awaited besides a kept task may be all that holds its own, and a local one is held by nobody else."""

import asyncio


class Oven:
    def __init__(self) -> None:
        self.baking: asyncio.Task[None] | None = None
        self.ready = asyncio.Event()

    async def bake(self) -> None:
        await asyncio.get_running_loop().create_future()

    async def run(self) -> None:
        await self.ready.wait()
        self.baking = asyncio.create_task(self.bake())
        await self.baking

    async def run_once(self) -> None:
        baking = asyncio.create_task(self.bake())
        await baking


async def main(oven: Oven) -> None:
    asyncio.create_task(oven.run())  # expect: DUO501
    await asyncio.sleep(1)
    asyncio.create_task(oven.run_once())  # expect: DUO501
