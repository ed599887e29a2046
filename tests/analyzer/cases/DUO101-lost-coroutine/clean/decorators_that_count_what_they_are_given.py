"""Decorators that tell by their arguments whether they begin what they are given, or make it plain."""

import asyncio
import functools

running = set()


def begun(function, limit=1):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        task = asyncio.ensure_future(function(*args, **kwargs))
        running.add(task)
        task.add_done_callback(running.discard)
        return task

    return wrapper


def kept(function):
    return function


def by_number(*args, **kwargs):
    if len(args) == 1 and callable(args[0]):
        return begun(args[0])
    return lambda function: begun(function, **kwargs)


def by_kind(limit=1):
    if callable(limit):
        return begun(limit)
    return kept


class Ferry:
    @by_number
    async def load(self):
        await asyncio.sleep(1)

    @by_number(limit=2)
    async def leave(self):
        await asyncio.sleep(1)

    @by_kind
    async def cross(self):
        await asyncio.sleep(1)

    @by_kind(2)
    async def land(self):
        await asyncio.sleep(1)

    async def work(self):
        self.load()
        self.leave()
        self.cross()
        await self.land()
