"""A decorator that keeps the color does not hide that the callee is async."""

import asyncio
import functools
import time
from collections.abc import Awaitable, Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def timed(function: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
    @functools.wraps(function)
    async def wrapper(*args: P.args, **kwargs: P.kwargs) -> T:
        start = time.perf_counter()
        result = await function(*args, **kwargs)
        print(time.perf_counter() - start)
        return result

    return wrapper


def retried(times: int):
    def decorate(function):
        @functools.wraps(function)
        async def wrapper(*args, **kwargs):
            for _ in range(times):
                await function(*args, **kwargs)

        return wrapper

    return decorate


@timed
async def reindex(shard: int) -> None:
    await asyncio.sleep(0)


@retried(3)
async def compact(shard: int) -> None:
    await asyncio.sleep(0)


def maintain(shard: int) -> None:
    reindex(shard)  # expect: DUO101
    compact(shard)  # expect: DUO101
