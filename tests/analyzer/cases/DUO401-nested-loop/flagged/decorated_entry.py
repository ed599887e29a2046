"""A decorator that runs a loop is on a function that a coroutine calls."""

import asyncio
import functools


def synchronous(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return asyncio.run(function(*args, **kwargs))

    return wrapper


@synchronous
async def refresh(name: str) -> str:
    await asyncio.sleep(0)
    return name


async def main() -> None:
    await asyncio.sleep(0)
    refresh("a")  # expect: DUO401
