"""Coroutines are yielded to a consumer that awaits, or made lazily by a lambda."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator


async def load(shard: int) -> int:
    await asyncio.sleep(0)
    return shard


def batches(count: int) -> Iterator[Awaitable[int]]:
    for shard in range(count):
        yield load(shard)


def lazily(count: int):
    for shard in range(count):
        yield load(shard)


async def load_all(count: int) -> int:
    total = 0
    for batch in batches(count):
        total += await batch
    for batch in lazily(count):
        total += await batch
    return total


async def with_retry(make: Callable[[], Awaitable[int]]) -> int:
    for _ in range(2):
        try:
            return await make()
        except OSError:
            await asyncio.sleep(1)
    return await make()


async def load_reliably(shard: int) -> int:
    factories = {"one": lambda: load(shard), "two": lambda: load(shard + 1)}
    return await with_retry(lambda: load(shard)) + await factories["one"]()
