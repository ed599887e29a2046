"""In a namespace package."""

import asyncio


async def wrap_gift(line: str) -> None:
    await asyncio.sleep(0)
