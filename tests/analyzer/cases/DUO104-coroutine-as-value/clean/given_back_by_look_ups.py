"""What a look-up gives back where it finds nothing is awaited, whatever it is."""

import asyncio
from collections.abc import Awaitable


async def log_in(name) -> dict:
    await asyncio.sleep(0)
    return {"name": name}


async def shown(waiting: dict[str, Awaitable[dict]], name):
    return (await waiting.get(name, log_in(name)))["name"]


async def taken(**waiting):
    login = waiting.pop("login", log_in("ada"))
    return (await login)["name"]


async def first(waiting: list[Awaitable[dict]]):
    return await next(iter(waiting), log_in("bob"))
