"""A class that a function knows by itself, one that only private code passes, and a docstring that says nothing."""

import asyncio


class Ticket:
    def __init__(self, text: str) -> None:
        self.text = text

    @classmethod
    async def parse(cls, text: str) -> "Ticket":  # expect: DUO201
        """Makes a ticket of a text that a coroutine has read."""
        return cls(text.strip())

    @classmethod
    async def copy_of(cls, other: "Ticket") -> "Ticket":  # expect: DUO201
        return cls(other.text)


async def _copy(ticket: Ticket, cls: type[Ticket] = Ticket) -> Ticket:
    await asyncio.sleep(0)
    return await cls.copy_of(ticket)


async def show(text: str) -> None:
    known = Ticket
    ticket = await known.parse(text)
    await _copy(ticket)
