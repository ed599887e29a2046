"""A class whose `__new__` is async gives a coroutine when it is called, and its object when that is awaited."""

import asyncio
from typing import Any


class Kiln:
    async def __new__(cls, degrees: int) -> Any:
        kiln = object.__new__(cls)
        kiln.__init__(degrees)
        await asyncio.sleep(0)
        return kiln

    def __init__(self, degrees: int) -> None:
        self.degrees = degrees


class Furnace(Kiln):
    pass


async def fire() -> int:
    kiln = await Kiln(900)
    furnace = await Furnace(1200)
    return kiln.degrees + furnace.degrees
