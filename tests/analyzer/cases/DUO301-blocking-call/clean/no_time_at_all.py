"""Sleeping for no time lets other threads run, and blocks nothing."""

import asyncio
import time


async def wait_for_threads() -> None:
    for _ in range(10):
        time.sleep(0)
        await asyncio.sleep(0)
