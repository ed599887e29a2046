"""A helper moves the loop to a thread, and runs it on the spot only where threads are over."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor

POOL = ThreadPoolExecutor()


def run_elsewhere(function: Callable[[], Awaitable[int]], is_over: bool = False) -> int:
    async def call() -> int:
        return await function()

    def run() -> int:
        return asyncio.run(call())

    if is_over:
        return run()
    future = POOL.submit(run)
    while not future.done():
        print("still there")
    return future.result(timeout=0)


async def one() -> int:
    await asyncio.sleep(0)
    return 1


async def main() -> int:
    return run_elsewhere(one)
