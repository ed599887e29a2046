"""The same kinds of decorators, which run what they are given, and functions that are plain."""

import asyncio
import functools


def run_all(function=None, *, limit=1):
    if function is None:
        return functools.partial(run_all, limit=limit)

    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        print(limit)
        return asyncio.run(function(*args, **kwargs))

    return wrapper


def begin(function=None, *, limit=1):
    if not function:
        return lambda inner: begin(inner, limit=limit)

    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        print(limit)
        return asyncio.run(function(*args, **kwargs))

    return wrapper


def told(limit):
    return lambda inner: print(limit) or inner


class Ferry:
    @run_all(limit=3)
    async def load(self):
        await asyncio.sleep(1)

    @run_all
    async def leave(self):
        await asyncio.sleep(1)

    @begin(limit=3)
    async def cross(self):
        await asyncio.sleep(1)

    @begin
    async def turn(self):
        await asyncio.sleep(1)

    @told(3)
    def rest(self):
        print("rests")


def work(ferry: Ferry) -> None:
    ferry.load()
    ferry.leave()
    ferry.cross()
    ferry.turn()
    ferry.rest()
