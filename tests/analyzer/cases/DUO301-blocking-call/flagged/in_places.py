"""Blocking calls in generators, context managers, nested coroutines and comprehensions."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


async def ticks() -> AsyncIterator[int]:
    while True:
        time.sleep(1)  # expect: DUO301
        yield 1


class Device:
    async def __aenter__(self) -> "Device":
        time.sleep(0.1)  # expect: DUO301
        return self

    async def __aexit__(self, *details: object) -> None:
        await asyncio.sleep(0)


@asynccontextmanager
async def powered() -> AsyncIterator[None]:
    time.sleep(0.1)  # expect: DUO301
    yield
    await asyncio.sleep(0)


def start():
    async def inner() -> None:
        time.sleep(0.1)  # expect: DUO301
        await asyncio.sleep(0)

    return inner


async def retry(times: int) -> None:
    for attempt in range(times):
        try:
            await asyncio.sleep(0)
        except OSError:
            time.sleep(2**attempt)  # expect: DUO301
