"""Wrappers that run the coroutine, or keep its task, change the color on purpose."""

import asyncio
import functools

_tasks = set()


def synchronous(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return asyncio.run(function(*args, **kwargs))

    return wrapper


def in_background(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        task = asyncio.get_running_loop().create_task(function(*args, **kwargs))
        _tasks.add(task)
        task.add_done_callback(_tasks.discard)

    return wrapper


def cached(function):
    known = {}

    @functools.wraps(function)
    async def wrapper(key):
        if key not in known:
            known[key] = await function(key)
        return known[key]

    return wrapper


@synchronous
async def export(name: str) -> str:
    await asyncio.sleep(0)
    return name


@in_background
async def refresh(name: str) -> None:
    await asyncio.sleep(0)


@cached
async def lookup(name: str) -> str:
    await asyncio.sleep(0)
    return name


async def main() -> str:
    refresh("a")
    return await lookup("b")


def script() -> None:
    print(export("c"))
