"""Context managers that run what they are given."""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager


async def job(name: str) -> str:
    await asyncio.sleep(0)
    return name


@asynccontextmanager
async def both(*jobs: Awaitable[str]) -> AsyncIterator[list[str]]:
    yield await asyncio.gather(*jobs)


async def main() -> None:
    print(await job("c"))
    async with both(job("a"), job("b")) as found:
        print(found)
