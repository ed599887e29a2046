"""A coroutine is given away as if it were a mapping of keywords."""

import asyncio


async def options(name: str) -> dict[str, object]:
    await asyncio.sleep(0)
    return {"name": name}


async def opened(name: str) -> object:
    found = options(name)  # expect: DUO104
    return dict(**found)


async def shown(name: str, make: object) -> None:
    print(make(**options(name)))  # expect: DUO104
