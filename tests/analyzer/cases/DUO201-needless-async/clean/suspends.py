"""Every kind of suspension point: await, async for, async with, async comprehension, yield."""

import asyncio
from collections.abc import AsyncIterator


async def ticks() -> AsyncIterator[int]:
    yield 1
    yield 2


async def looped() -> int:
    total = 0
    async for tick in ticks():
        total += tick
    return total


async def entered(lock: asyncio.Lock) -> str:
    async with lock:
        return "held"


async def comprehended() -> list[int]:
    return [tick async for tick in ticks()]


async def generated() -> int:
    return len({tick: 1 async for tick in ticks()})


async def in_default(seconds: float) -> None:
    print((await asyncio.sleep(seconds)) or "done")


async def in_branch(seconds: float) -> None:
    if seconds:
        await asyncio.sleep(seconds)


async def comprehension_await() -> list[None]:
    return [await asyncio.sleep(0) for _ in range(3)]
