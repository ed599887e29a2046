"""An async generator is awaited instead of iterated."""

import asyncio
from collections.abc import AsyncIterator


async def pages(count: int) -> AsyncIterator[str]:
    for number in range(count):
        await asyncio.sleep(0)
        yield str(number)


class Api:
    async def list_items(self) -> AsyncIterator[int]:
        await asyncio.sleep(0)
        yield 1

    async def items(self) -> list[int]:
        return await self.list_items()  # expect: DUO124


async def show(api: Api) -> None:
    text = await pages(3)  # expect: DUO124
    print(text)
    await api.list_items()  # expect: DUO124
    stream = pages(3)
    found = await stream  # expect: DUO124
    print(found)
