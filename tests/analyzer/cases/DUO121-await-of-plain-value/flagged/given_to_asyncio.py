"""A plain result is given to asyncio functions that take awaitables."""

import asyncio


def load(name: str) -> str:
    return name


async def fetch(name: str) -> str:
    await asyncio.sleep(0)
    return name


async def main() -> None:
    task = asyncio.create_task(load("a"))  # expect: DUO121 | DUO702
    await task
    await asyncio.wait_for(load("b"), timeout=1)  # expect: DUO121 | DUO702
    await asyncio.gather(fetch("c"), load("d"))  # expect: DUO121 | DUO702


asyncio.run(load("e"))  # expect: DUO121 | DUO702
