"""A decorator that begins a task, and gives an object to wait for it with: whoever doesn't care, drops it."""

import asyncio
import functools


class Handle:
    def __init__(self, work):
        self._task = asyncio.ensure_future(work)

    def __await__(self):
        return self._task.__await__()


class Waiting:
    def __init__(self, task):
        self._running = task

    def __await__(self):
        return self._running.__await__()


def begun(function):
    @functools.wraps(function)
    def wrapper(*args):
        return Handle(function(*args))

    return wrapper


def begun_here(function):
    @functools.wraps(function)
    def wrapper(*args):
        return Waiting(asyncio.create_task(function(*args)))

    return wrapper


@begun
async def ring(times: int) -> None:
    await asyncio.sleep(times)


@begun_here
async def knock(times: int) -> None:
    await asyncio.sleep(times)


async def visit() -> None:
    ring(1)
    knock(1)
    await ring(2)
    await knock(2)
