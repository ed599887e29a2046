"""A coroutine is overwritten before anybody has awaited it."""

import asyncio


class Stage:
    async def home(self) -> None:
        await asyncio.sleep(0)

    async def move_to(self, position: float) -> float:
        await asyncio.sleep(0)
        return position


async def scan(stage: Stage) -> float:
    position = stage.move_to(0.0)  # expect: DUO102
    position = await stage.move_to(1.0)
    return position


async def scan_back(stage: Stage) -> None:
    done = stage.home()  # expect: DUO102
    done = True
    print(done)
    await stage.home()
