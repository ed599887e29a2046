"""A helper that only a board can run."""

import asyncio

from clock import set_clock


async def cook(port: int) -> None:
    set_clock(port)
    await asyncio.sleep(1)
