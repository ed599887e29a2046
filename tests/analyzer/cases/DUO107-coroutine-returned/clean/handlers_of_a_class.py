"""A class whose base can't be read is asked for a method without an object: the base has made an event of it."""

import asyncio

from pages import State


class Shop(State):
    async def load(self, number: int) -> None:
        await asyncio.sleep(number)

    async def clear(self) -> None:
        await asyncio.sleep(0)


async def chosen(number: int):
    await asyncio.sleep(0)
    return Shop.load(number)


async def left():
    await asyncio.sleep(0)
    return Shop.clear()
