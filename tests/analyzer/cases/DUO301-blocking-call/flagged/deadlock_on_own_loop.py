"""A coroutine waits for a coroutine that can only run on the loop it holds up."""

import asyncio


async def fetch(name: str) -> str:
    await asyncio.sleep(0)
    return name


async def main() -> str:
    await asyncio.sleep(0)
    loop = asyncio.get_running_loop()
    future = asyncio.run_coroutine_threadsafe(fetch("a"), loop)
    return future.result()  # expect: DUO301
