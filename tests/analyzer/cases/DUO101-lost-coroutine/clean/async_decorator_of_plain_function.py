"""A decorator makes a plain function async; its callers await it, and what it wraps is called plainly inside."""

import asyncio
import functools
import time


def in_thread(function):
    @functools.wraps(function)
    async def wrapper(*args, **kwargs):
        return await asyncio.to_thread(function, *args, **kwargs)

    return wrapper


@in_thread
def crunch(samples: int) -> float:
    time.sleep(samples / 1000)
    return samples / 2


def crunch_now(samples: int) -> float:
    return crunch.__wrapped__(samples)


async def analyze() -> float:
    return await crunch(100)
