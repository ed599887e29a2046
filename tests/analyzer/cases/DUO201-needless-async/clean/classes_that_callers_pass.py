"""A class that somebody else may have another one for, and methods that are documented as coroutines."""

import asyncio
from typing import TypeVar

T = TypeVar("T", bound="Ticket")
MISSING: object = object()


class Ticket:
    def __init__(self, text: str) -> None:
        self.text = text

    @classmethod
    async def read(cls, text: str) -> "Ticket":
        return cls(text.strip())


class Counter:
    async def ticket(self, text: str, *, cls: type[T] = MISSING):
        if cls is MISSING:
            cls = Ticket
        return await cls.read(text)

    async def close(self) -> None:
        await asyncio.sleep(0)

    async def rename(self, name: str) -> None:
        """|coro|

        Gives the counter another name.
        """
        self.name = name


async def open_counter() -> None:
    counter = Counter()
    await counter.rename("left")
    await counter.ticket("a")
    await counter.close()
