"""The `yield` belongs to an inner function, so the outer one is a coroutine."""

import asyncio


async def make_source(name: str):
    await asyncio.sleep(0)

    async def source():
        await asyncio.sleep(0)
        yield name

    return source


async def squares(numbers):
    await asyncio.sleep(0)
    lazy = (number * number for number in numbers)
    halves = lambda: (yield 1)  # noqa: E731
    print(halves)
    return list(lazy)


async def main() -> None:
    source = await make_source("a")
    async for item in source():
        print(item, await squares([1, 2]))
