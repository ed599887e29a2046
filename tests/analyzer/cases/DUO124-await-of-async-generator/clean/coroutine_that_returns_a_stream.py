"""A coroutine returns an async iterator: awaited first, iterated then."""

import asyncio
from collections.abc import AsyncIterator


async def _lines(path: str) -> AsyncIterator[str]:
    await asyncio.sleep(0)
    yield path


async def open_lines(path: str) -> AsyncIterator[str]:
    await asyncio.sleep(0)
    return _lines(path)


class Client:
    async def stream(self, path: str) -> AsyncIterator[str]:
        await asyncio.sleep(0)
        return _lines(path)


async def main(client: Client) -> None:
    async for line in await open_lines("a"):
        print(line)
    stream = await client.stream("b")
    async for line in stream:
        print(line)
