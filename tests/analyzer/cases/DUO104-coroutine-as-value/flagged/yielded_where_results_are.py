"""A generator yields a coroutine where others await it, and nobody who goes through the generator does."""

import asyncio


class Voyage:
    async def land(self, code: int) -> int:
        await asyncio.sleep(0)
        return code

    async def first(self) -> int:
        await self.land(1)
        return await self.land(2)

    async def second(self) -> int:
        return await self.land(3) + await self.land(4)

    async def alone(self):
        await asyncio.sleep(0)
        yield self.land(5)  # expect: DUO104

    async def among_results(self):
        yield await self.land(6)
        yield self.land(7)  # expect: DUO104

    async def sail(self) -> None:
        async for code in self.alone():
            print(code + 1)
        print([code + 1 async for code in self.among_results()])
