"""Methods that time what they are given: they await it, hand it on to one that does, or say that they take it."""

import asyncio
from collections.abc import Awaitable


class Kitchen:
    async def count_plates(self, shelf: str) -> int:
        await asyncio.sleep(0)
        return len(shelf)

    async def measured(self, name: str, work, times: dict[str, float]) -> object:
        before = asyncio.get_running_loop().time()
        found = await work
        times[name] = asyncio.get_running_loop().time() - before
        return found

    async def by_the_hour(self, name: str, work) -> object:
        return await self.measured(name, work, {})

    async def by_contract(self, name: str, work: Awaitable[int]) -> None:
        print(name, await work)
