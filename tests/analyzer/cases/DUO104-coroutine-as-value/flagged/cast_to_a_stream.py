"""A cast says that the coroutine of an async function is what it gives in the end."""

import asyncio
from collections.abc import AsyncIterator
from typing import cast


async def numbers() -> AsyncIterator[int]:
    await asyncio.sleep(0)
    yield 1


async def opened() -> AsyncIterator[int]:
    await asyncio.sleep(0)
    return numbers()


async def total() -> int:
    found = 0
    async for number in cast("AsyncIterator[int]", opened()):  # expect: DUO104
        found += number
    return found
