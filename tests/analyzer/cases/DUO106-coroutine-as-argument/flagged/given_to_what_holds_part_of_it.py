"""What an object is declared to hold is one of the things that the coroutine gives."""

import asyncio
from contextvars import ContextVar

held: ContextVar[dict[str, int] | None] = ContextVar("held", default=None)


async def counted(name: str) -> list[int] | dict[str, int]:
    await asyncio.sleep(0)
    return {name: 1}


def keep(name: str) -> None:
    found = counted(name)  # expect: DUO106
    held.set(found)
