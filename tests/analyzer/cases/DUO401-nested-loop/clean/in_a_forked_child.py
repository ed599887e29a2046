"""A forked child has no running loop, whatever was running where it was forked."""

import asyncio
import os


async def work() -> None:
    await asyncio.sleep(0)


async def begin() -> int:
    child = os.fork()
    if child == 0:
        asyncio.run(work())
        os._exit(0)
    await asyncio.sleep(0)
    return child
