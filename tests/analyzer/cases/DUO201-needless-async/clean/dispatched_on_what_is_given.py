"""A helper awaits whichever method of the object that it is given a value names."""

import asyncio
import sys


class Lamp:
    def __init__(self, color):
        self.color = color

    async def dim(self):
        await asyncio.sleep(0)

    async def describe(self):
        print(self.color)
        return 0


class Clock:
    async def tell_time(self):
        print("noon")
        return 0


async def execute(thing, command, *args):
    method = getattr(thing, command)
    return await method(*args)


async def main(words):
    if words[0] == "lamp":
        return await execute(Lamp("red"), words[1])
    clock = Clock()
    return await execute(clock, *words[1:])


asyncio.run(main(sys.argv[1:]))
