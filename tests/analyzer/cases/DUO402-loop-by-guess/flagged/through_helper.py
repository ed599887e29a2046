"""A helper guesses the loop, and a coroutine calls it."""

import asyncio


def now() -> float:
    return asyncio.get_event_loop().time()  # either: DUO402


async def elapsed(start: float) -> float:
    await asyncio.sleep(0)
    return now() - start  # either: DUO402
