"""What stands behind an early return awaits nothing."""

import asyncio


async def patterns_of(model: str) -> list[str]:  # expect: DUO201
    return ["*"]
    try:
        return [model]
    except OSError:
        return []


async def download(model: str) -> list[str]:
    await asyncio.sleep(1)
    return await patterns_of(model)
