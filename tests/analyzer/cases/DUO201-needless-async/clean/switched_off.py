"""What a function would await stands behind an early return: without `async` it would be no Python."""

import asyncio


async def patterns_of(model: str) -> list[str]:
    # For now, all of them are wanted.
    return ["*"]
    try:
        await asyncio.sleep(1)
        return [model]
    except OSError:
        return []


async def newest(model: str) -> str:
    if model:
        raise LookupError(model)
        async with asyncio.timeout(1):
            return model
    return "none"


async def download(model: str) -> list[str]:
    await asyncio.sleep(1)
    return [await newest(model), *await patterns_of(model)]
