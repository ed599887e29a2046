"""An example of any version, with a coroutine of its own."""

import asyncio


async def read() -> str:
    await asyncio.sleep(0)
    return "180"


async def show() -> str:
    return read().upper()  # expect: DUO104
