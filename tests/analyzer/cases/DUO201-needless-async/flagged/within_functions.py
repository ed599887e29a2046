"""Functions within functions are async for nothing, too, where everybody awaits them by name."""

import asyncio


async def shortest(names: list[str]) -> list[str]:
    async def is_short(name: str) -> bool:  # expect: DUO201
        return len(name) < 3

    await asyncio.sleep(0)
    return [name for name in names if await is_short(name)]
