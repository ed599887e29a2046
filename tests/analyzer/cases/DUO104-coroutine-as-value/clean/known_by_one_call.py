"""Nobody else calls what makes the coroutine, but what gets it may run it."""

import asyncio

import helpers


async def fetch(key: str) -> str:
    await asyncio.sleep(0)
    return key


async def look_up(key: str) -> str:
    await asyncio.sleep(0)
    return key


async def load(key: str) -> str:
    await asyncio.sleep(0)
    return key


async def told(key: str) -> str:
    await asyncio.sleep(0)
    return key


async def told_twice(keeper) -> object:
    return keeper(told("a"))


async def raced(key: str) -> str:
    return await helpers.first(fetch(key))


async def kept(key: str) -> object:
    return helpers.run_later(look_up(key))


async def collected(key: str) -> object:
    return helpers.Several([load(key)])
