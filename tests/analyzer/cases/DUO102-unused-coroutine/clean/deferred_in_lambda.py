"""The name is read inside a lambda, a comprehension or a nested class."""

import asyncio


async def fetch(name: str) -> str:
    await asyncio.sleep(0)
    return name


def make_loader(name: str):
    pending = fetch(name)
    return lambda: pending


async def collect(name: str) -> list[str]:
    pending = fetch(name)
    return [await item for item in (pending,)]


async def use_loader(name: str) -> str:
    return await make_loader(name)()
