"""Sleeping for no time lets other threads run, and asking with no time to wait returns: neither blocks anything."""

import asyncio
import select
import time


async def wait_for_threads() -> None:
    for _ in range(10):
        time.sleep(0)
        await asyncio.sleep(0)


async def ready(descriptor: int) -> bool:
    while True:
        await asyncio.sleep(0.01)
        seconds = 0
        if select.select([descriptor], [], [], seconds)[0]:
            return True
