"""A list of coroutines goes to code that takes coroutines."""

import asyncio

from tqdm.asyncio import tqdm_asyncio
from vendor_sdk import run_all


async def render(frame: int) -> bytes:
    await asyncio.sleep(0)
    return b""


async def movie(count: int) -> list[bytes]:
    return await tqdm_asyncio.gather(*[render(frame) for frame in range(count)])


def movie_now(count: int) -> list[bytes]:
    return run_all([render(frame) for frame in range(count)])


async def movie_limited(count: int, limit: int) -> list[bytes]:
    semaphore = asyncio.Semaphore(limit)

    async def limited(work) -> bytes:
        async with semaphore:
            return await work

    return list(await asyncio.gather(*(limited(work) for work in [render(frame) for frame in range(count)])))
