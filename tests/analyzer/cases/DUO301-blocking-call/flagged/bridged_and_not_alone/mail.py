"""Offers a coroutine to whoever has a loop."""

import asyncio
import time


async def post(name: str) -> None:
    await asyncio.sleep(0)
    time.sleep(1)  # expect: DUO301
    print(name)
