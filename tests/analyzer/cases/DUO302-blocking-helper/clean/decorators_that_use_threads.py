"""A wrapper hands what it wraps to a thread, or does so where a loop is running."""

import asyncio
import functools
import time
from concurrent.futures import ThreadPoolExecutor

pool = ThreadPoolExecutor(1)


def threaded(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return pool.submit(lambda: function(*args, **kwargs))

    return wrapper


def fitting(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return function(*args, **kwargs)
        return loop.run_in_executor(pool, functools.partial(function, *args, **kwargs))

    return wrapper


@threaded
def settle():
    time.sleep(2)


@fitting
def rest(seconds):
    time.sleep(seconds)


async def show():
    settled = settle()
    await rest(2)
    print(await asyncio.wrap_future(settled))
