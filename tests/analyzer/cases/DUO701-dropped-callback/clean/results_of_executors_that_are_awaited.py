"""An executor only makes the coroutines, and whoever asks its futures awaits them."""

import asyncio
from concurrent.futures import ThreadPoolExecutor


async def look(name: str) -> str:
    await asyncio.sleep(0)
    return name


async def look_everywhere(executor: ThreadPoolExecutor, names: list[str]) -> list[str]:
    futures = [executor.submit(look, name) for name in names]
    return [await future.result() for future in futures if future.done()]
