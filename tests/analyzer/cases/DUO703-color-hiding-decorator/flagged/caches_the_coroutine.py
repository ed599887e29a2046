"""functools.lru_cache keeps the coroutine, which can be awaited only once."""

import asyncio
import functools


@functools.lru_cache(maxsize=128)  # either: DUO703
async def resolve(name: str) -> str:  # either: DUO703
    await asyncio.sleep(0)
    return name


async def main() -> list[str]:
    return [await resolve("a"), await resolve("a")]
