"""get_event_loop inside a coroutine, where the running loop is meant."""

import asyncio
from asyncio import get_event_loop


async def deadline(seconds: float) -> float:
    await asyncio.sleep(0)
    return asyncio.get_event_loop().time() + seconds  # expect: DUO402


class Worker:
    async def start(self) -> None:
        loop = asyncio.get_event_loop()  # expect: DUO402
        self.task = loop.create_task(asyncio.sleep(1))
        await self.task

    async def offload(self, number: int) -> int:
        loop = get_event_loop()  # expect: DUO402
        return await loop.run_in_executor(None, abs, number)
