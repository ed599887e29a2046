"""What is returned is a table of coroutines, by whatever they are for."""

import asyncio


class Market:
    def __init__(self, goods):
        self.goods = goods

    async def price_of(self, good: str) -> int:
        await asyncio.sleep(0)
        return len(good)

    async def show(self, good: str) -> None:
        print(await self.price_of(good))

    async def asked(self):
        return {good: self.price_of(good) for good in self.goods}

    async def several(self):
        return [{"low": self.price_of(good), "high": self.price_of(good)} for good in self.goods]

    async def begun(self):
        return [{"good": good, "pending": self.price_of(good)} for good in self.goods]
