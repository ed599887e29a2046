"""A value is awaited: a constant, a list, a coroutine function that was not called, a value twice."""

import asyncio


async def fetch(name: str) -> str:
    await asyncio.sleep(0)
    return name


async def not_called() -> str:
    return await fetch  # expect: DUO121


async def twice() -> str:
    found = await fetch("a")
    return await found  # expect: DUO121


async def listed() -> list[str]:
    pending = [fetch("a"), fetch("b")]
    print(await asyncio.gather(*pending))
    results = ["a", "b"]
    return await results  # expect: DUO121


async def nothing() -> None:
    await asyncio.sleep(0)
    await None  # expect: DUO121
