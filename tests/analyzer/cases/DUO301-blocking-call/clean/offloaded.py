"""The blocking function is given to a thread, a process or an executor."""

import asyncio
import concurrent.futures
import functools
import subprocess
import time

import anyio
from asgiref.sync import sync_to_async


def crunch(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


async def main() -> None:
    loop = asyncio.get_running_loop()
    await asyncio.to_thread(time.sleep, 1)
    await asyncio.to_thread(lambda: time.sleep(1))
    await loop.run_in_executor(None, crunch, 1)
    await loop.run_in_executor(None, functools.partial(subprocess.run, ["make"], check=True))
    await anyio.to_thread.run_sync(crunch, 1)
    await sync_to_async(crunch)(1)
    with concurrent.futures.ProcessPoolExecutor() as pool:
        await loop.run_in_executor(pool, crunch, 1)

    def blocking() -> None:
        time.sleep(1)
        print(crunch(1))

    await asyncio.to_thread(blocking)
