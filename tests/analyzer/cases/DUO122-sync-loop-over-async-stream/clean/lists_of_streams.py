"""`for` runs over a container of streams, or of tasks and coroutines."""

import asyncio
from collections.abc import AsyncIterator


async def feed(name: str) -> AsyncIterator[str]:
    await asyncio.sleep(0)
    yield name


async def job(name: str) -> str:
    await asyncio.sleep(0)
    return name


async def merge(names: list[str]) -> list[str]:
    found = []
    for stream in [feed(name) for name in names]:
        async for item in stream:
            found.append(item)
    for done in asyncio.as_completed([job(name) for name in names]):
        found.append(await done)
    streams = {name: feed(name) for name in names}
    for name, stream in streams.items():
        found.append(name + await anext(stream))
    for _ in range(len(streams)):
        await asyncio.sleep(0)
    return found
