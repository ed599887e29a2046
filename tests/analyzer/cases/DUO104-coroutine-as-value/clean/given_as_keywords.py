"""Keywords that an await gave, or whose values are coroutines."""

import asyncio


async def options(name: str) -> dict[str, object]:
    await asyncio.sleep(0)
    return {"name": name}


async def opened(name: str) -> object:
    found = options(name)
    return dict(**await found)


async def waited(make) -> object:
    return await make(**{"found": options("a")})
