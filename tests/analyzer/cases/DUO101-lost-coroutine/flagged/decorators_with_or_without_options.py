"""Decorators that may be given options: by a lambda, a partial of themselves, a choice, or a function within."""

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


def by_partial(function=None, *, limit=1):
    if function is None:
        return functools.partial(by_partial, limit=limit)

    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        print(limit)
        return function(*args, **kwargs)

    return wrapper


def by_lambda(function=None, *, limit=1):
    if not function:
        return lambda inner: by_lambda(inner, limit=limit)

    @functools.wraps(function)
    async def wrapper(*args, **kwargs):
        print(limit)
        return await function(*args, **kwargs)

    return wrapper


def by_choice(function=None, *, limit=1):
    def decorate(inner):
        @functools.wraps(inner)
        async def wrapper(*args, **kwargs):
            print(limit)
            return await inner(*args, **kwargs)

        return wrapper

    return decorate if function is None else decorate(function)


def always(limit):
    return lambda inner: clocked(inner, limit)


class Ferry:
    @by_partial(limit=3)
    async def load(self):
        await asyncio.sleep(1)

    @by_partial
    async def leave(self):
        await asyncio.sleep(1)

    @by_lambda(limit=3)
    async def cross(self):
        await asyncio.sleep(1)

    @by_lambda
    async def turn(self):
        await asyncio.sleep(1)

    @by_choice(limit=3)
    async def land(self):
        await asyncio.sleep(1)

    @by_choice
    async def unload(self):
        await asyncio.sleep(1)

    @always(4)
    async def rest(self):
        await asyncio.sleep(1)

    async def work(self):
        self.load()  # expect: DUO101
        self.leave()  # expect: DUO101
        self.cross()  # expect: DUO101
        self.turn()  # expect: DUO101
        self.land()  # expect: DUO101
        self.unload()  # expect: DUO101
        self.rest()  # expect: DUO101
