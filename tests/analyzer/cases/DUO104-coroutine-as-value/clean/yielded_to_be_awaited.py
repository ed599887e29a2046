"""Generators yield coroutines on purpose: they say so, yield nothing else, or who goes through them awaits each."""

import asyncio
from collections.abc import AsyncIterator, Awaitable


class Voyage:
    async def land(self, code: int) -> int:
        await asyncio.sleep(0)
        return code

    async def first(self) -> int:
        await self.land(1)
        return await self.land(2)

    async def second(self) -> int:
        return await self.land(3) + await self.land(4)

    async def leave(self, code: int) -> int:
        await asyncio.sleep(0)
        return code

    async def last(self) -> int:
        return await self.leave(1) + await self.leave(2)

    async def declared(self) -> AsyncIterator[Awaitable[int | None]]:
        await asyncio.sleep(0)
        yield self.land(5)

    async def several(self, is_late: bool):
        await asyncio.sleep(0)
        if is_late:
            yield self.land(6)
        else:
            yield self.land(7)

    async def awaited(self):
        await asyncio.sleep(0)
        yield self.leave(3)

    async def collected(self):
        await asyncio.sleep(0)
        yield self.leave(4)

    async def sail(self) -> list[int]:
        async def stages() -> AsyncIterator[Awaitable[int]]:
            yield self.land(await self.first())

        async for stage in stages():
            print(await stage)
        async for stage in self.awaited():
            print(await stage)
        return [await stage async for stage in self.collected()]
