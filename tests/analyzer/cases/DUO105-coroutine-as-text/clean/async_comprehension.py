"""Text is joined from awaited elements and async comprehensions."""

import asyncio
from collections.abc import AsyncIterator


async def words(count: int) -> AsyncIterator[str]:
    for number in range(count):
        await asyncio.sleep(0)
        yield str(number)


async def word(number: int) -> str:
    await asyncio.sleep(0)
    return str(number)


async def sentence() -> str:
    head = " ".join([text async for text in words(3)])
    tail = " ".join([await word(number) for number in range(3)])
    both = ", ".join(await asyncio.gather(word(1), word(2)))
    return f"{head} {tail} {both}"
