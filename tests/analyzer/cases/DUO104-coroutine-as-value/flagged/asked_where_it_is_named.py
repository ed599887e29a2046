"""A coroutine that is asked for the class of its result where it gets its name."""

import asyncio


async def load(key: str) -> list[str]:
    await asyncio.sleep(1)
    return [key]


async def main() -> None:
    if isinstance((made := load("a")), list):  # expect: DUO104
        print("a list", made)
