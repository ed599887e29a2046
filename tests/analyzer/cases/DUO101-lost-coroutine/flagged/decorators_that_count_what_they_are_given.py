"""Decorators that tell by the number or kind of their arguments whether they were given options."""

import asyncio
import functools
import time


def clocked(function, limit=0.2):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        begun = time.time()
        result = function(*args, **kwargs)
        print(time.time() - begun > limit)
        return result

    return wrapper


def by_number(*args, **kwargs):
    if len(args) == 1 and callable(args[0]):
        return clocked(args[0])
    else:
        return lambda function: clocked(function, *args, **kwargs)


def by_all(*args, **kwargs):
    if len(args) == 1 and not kwargs and callable(args[0]):
        return clocked(args[0])

    def decorate(function):
        return clocked(function, **kwargs)

    return decorate


def by_kind(limit=0.5):
    if callable(limit):
        return clocked(limit)

    def decorate(function):
        return clocked(function, limit)

    return decorate


class Ferry:
    @by_number()
    async def load(self):
        await asyncio.sleep(1)

    @by_number
    async def leave(self):
        await asyncio.sleep(1)

    @by_number(limit=2)
    async def cross(self):
        await asyncio.sleep(1)

    @by_all(limit=2)
    async def turn(self):
        await asyncio.sleep(1)

    @by_all
    async def land(self):
        await asyncio.sleep(1)

    @by_kind(2)
    async def unload(self):
        await asyncio.sleep(1)

    @by_kind
    async def rest(self):
        await asyncio.sleep(1)

    @by_kind()
    async def clean(self):
        await asyncio.sleep(1)

    async def work(self):
        self.load()  # expect: DUO101
        self.leave()  # expect: DUO101
        self.cross()  # expect: DUO101
        self.turn()  # expect: DUO101
        self.land()  # expect: DUO101
        self.unload()  # expect: DUO101
        self.rest()  # expect: DUO101
        self.clean()  # expect: DUO101
