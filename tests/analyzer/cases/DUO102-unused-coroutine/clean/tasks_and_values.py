"""What is assigned is a task, an awaited value, a coroutine function or a plain result."""

import asyncio
import functools


async def tick() -> int:
    await asyncio.sleep(0)
    return 1


def tick_now() -> int:
    return 1


async def main() -> None:
    value = await tick()
    print(value)
    unused_value = await tick()
    unused_function = tick
    unused_partial = functools.partial(tick)
    unused_plain = tick_now()
    _ = await tick()
    task = asyncio.create_task(tick())
    await task
