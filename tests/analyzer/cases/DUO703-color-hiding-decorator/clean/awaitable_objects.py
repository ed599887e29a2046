"""A decorator gives objects that can be awaited, and so does what they are made of."""

import asyncio


def awaitable(function):
    class Wrapper:
        def __init__(self, *args):
            self.args = args

        def __await__(self):
            return function(*self.args).__await__()

    return Wrapper


@awaitable
async def add(one, other):
    await asyncio.sleep(0)
    return one + other


async def main():
    print(await add(1, 2))
