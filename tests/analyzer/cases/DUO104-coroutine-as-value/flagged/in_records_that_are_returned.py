"""A coroutine that others await is one part of each record that is returned, under a title of its own."""

import asyncio


class Field:
    PRICE = "price"


class Market:
    def __init__(self, goods):
        self.goods = goods

    async def price_of(self, good: str) -> int:
        await asyncio.sleep(0)
        return len(good)

    async def show(self, good: str) -> None:
        print(await self.price_of(good))

    async def ask(self, good: str) -> None:
        print(await self.price_of(good) + 1)

    async def prices(self):
        return {good: {"good": good, Field.PRICE: self.price_of(good)} for good in self.goods}  # expect: DUO104

    async def listed(self):
        return [{"good": good, "price": self.price_of(good)} for good in self.goods]  # expect: DUO104
