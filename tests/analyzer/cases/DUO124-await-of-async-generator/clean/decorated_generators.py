"""A decorator turns the generator into a manager or something awaitable."""

import asyncio
from contextlib import asynccontextmanager

from vendor_sdk import collected


def to_list(function):
    async def wrapper(*args):
        return [item async for item in function(*args)]

    return wrapper


@to_list
async def numbers(count):
    for number in range(count):
        await asyncio.sleep(0)
        yield number


@collected
async def letters(count):
    for number in range(count):
        await asyncio.sleep(0)
        yield chr(number)


@asynccontextmanager
async def opened(path):
    await asyncio.sleep(0)
    yield path


async def main():
    async with opened("a") as path:
        print(path, await numbers(3), await letters(3))
