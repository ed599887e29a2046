"""A class is asked for a method, which gets its object as the first argument."""

import asyncio

from pages import State


class Shop(State):
    async def load(self, number: int) -> None:
        await asyncio.sleep(number)


async def chosen(shop: Shop, number: int):
    return Shop.load(shop, number)  # expect: DUO107


async def direct(shop: Shop, number: int):
    return shop.load(number)  # expect: DUO107
