"""Async generators are iterated, stepped, closed, wrapped or handed on."""

import asyncio
import contextlib
from collections.abc import AsyncIterator


async def ticks(count: int) -> AsyncIterator[int]:
    for number in range(count):
        await asyncio.sleep(0)
        yield number


def every_second(count: int) -> AsyncIterator[int]:
    return ticks(count)


async def consume() -> int:
    total = 0
    async for number in ticks(3):
        total += number
    async for number in every_second(3):
        total += number
    async with contextlib.aclosing(ticks(3)) as stream:
        async for number in stream:
            total += number
    stream = ticks(3)
    total += await anext(stream)
    total += await stream.__anext__()
    await stream.aclose()
    return total + sum([number async for number in ticks(2)])


async def relay(count: int) -> AsyncIterator[int]:
    async for number in ticks(count):
        yield number * 2


class Clock:
    def __aiter__(self) -> AsyncIterator[int]:
        return ticks(5)
