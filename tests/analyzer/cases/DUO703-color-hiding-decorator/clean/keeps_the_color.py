"""Wrappers that await, that return the coroutine, or that have one face for each color."""

import asyncio
import functools
import inspect
import logging

logger = logging.getLogger(__name__)


def awaited(function):
    @functools.wraps(function)
    async def wrapper(*args, **kwargs):
        return await function(*args, **kwargs)

    return wrapper


def logged(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        logger.info("calling %s", function.__name__)
        return function(*args, **kwargs)

    return wrapper


def traced(function):
    if inspect.iscoroutinefunction(function):

        @functools.wraps(function)
        async def async_wrapper(*args, **kwargs):
            return await function(*args, **kwargs)

        return async_wrapper

    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        result = function(*args, **kwargs)
        logger.info("result %s", result)
        return result

    return wrapper


@awaited
@logged
@traced
async def load(name: str) -> str:
    await asyncio.sleep(0)
    return name


@logged
@traced
def load_now(name: str) -> str:
    return name


async def main() -> str:
    return await load("a") + load_now("b")
