"""An executor only makes the coroutines, and nobody awaits what its futures have."""

import asyncio
from concurrent.futures import ThreadPoolExecutor


async def look(name: str) -> str:
    await asyncio.sleep(0)
    return name


async def look_everywhere(executor: ThreadPoolExecutor, names: list[str]) -> list[str]:
    futures = [executor.submit(look, name) for name in names]  # expect: DUO701
    await asyncio.sleep(0)
    return [future.result() for future in futures if future.done()]
