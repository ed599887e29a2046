"""All that is awaited is `asyncio.sleep`, so that a timer of the loop holds the task for as long as it goes on."""

import asyncio
from asyncio import sleep


class Oven:
    def __init__(self) -> None:
        self.heat = 0

    async def note(self) -> None:
        print(self.heat)

    async def warm(self, degrees: int) -> None:
        while self.heat < degrees:
            self.heat += 1
            await asyncio.sleep(1)

    async def bake(self) -> None:
        await self.warm(180)
        await self.note()
        await sleep(60)

    async def go_on(self, rounds: int) -> None:
        await asyncio.sleep(0)
        if rounds:
            await self.go_on(rounds - 1)

    async def start(self) -> None:
        asyncio.create_task(self.warm(200))
        asyncio.ensure_future(self.bake())
        asyncio.create_task(self.go_on(3))
        asyncio.create_task(self.note())
        await asyncio.sleep(0)

    async def start_timer(self) -> None:
        timer = asyncio.create_task(asyncio.sleep(60))
        timer.add_done_callback(lambda _: print(self.heat))

    async def start_timers(self) -> None:
        asyncio.get_running_loop().create_task(sleep(5, self.heat))
        asyncio.ensure_future(asyncio.sleep(60))
