"""A helper that is called where an async function asked for the running loop, and has it."""

import asyncio
import time


def backoff() -> None:
    time.sleep(1)


async def pause() -> None:
    try:
        current = asyncio.get_running_loop()
    except RuntimeError:
        current = None
    if current is not None:
        backoff()  # expect: DUO302
    await asyncio.sleep(1)
