"""The twin functions have different defaults."""

import asyncio
import time


def poll(url: str, interval: float = 1.0, attempts: int = 5) -> str:  # either: DUO602
    for _ in range(attempts):
        time.sleep(interval)
    return url


async def poll_async(url: str, interval: float = 5.0, attempts: int = 5) -> str:  # either: DUO602
    for _ in range(attempts):
        await asyncio.sleep(interval)
    return url
