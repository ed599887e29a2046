"""Helpers that are called only where an async function asked for the running loop, and there was none."""

import asyncio
import time


def backoff() -> None:
    time.sleep(1)


async def pause() -> None:
    try:
        current = asyncio.get_running_loop()
    except RuntimeError:
        current = None
    if current is None:
        backoff()
    else:
        await asyncio.sleep(1)
