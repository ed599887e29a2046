"""A class whose `__new__` is async gives a coroutine when it is called, which has nothing of its objects."""

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


async def fire() -> int:
    kiln = Kiln(900)  # expect: DUO104
    return kiln.degrees
