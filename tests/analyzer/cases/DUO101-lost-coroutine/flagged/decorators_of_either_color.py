"""Decorators that have a wrapper for each color, and say of their result only that it can be called."""

import asyncio
import functools
from collections.abc import Callable
from typing import Any, TypeVar

Result = TypeVar("Result")


def timed(function: Callable) -> Callable:
    @functools.wraps(function)
    async def in_async(*args: Any, **kwargs: Any) -> Any:
        return await function(*args, **kwargs)

    @functools.wraps(function)
    def in_sync(*args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    if asyncio.iscoroutinefunction(function):
        return in_async
    return in_sync


def monitored(operation: str) -> Callable[..., Any]:
    def decorator(function: Callable[..., Result]) -> Callable[..., Result]:
        @functools.wraps(function)
        async def wrapper(*args: Any, **kwargs: Any) -> Result:
            print(operation)
            return await function(*args, **kwargs)

        return wrapper

    return decorator


class Records:
    @timed
    async def clear(self) -> None:
        await asyncio.sleep(0)

    @monitored("count")
    async def count(self) -> int:
        await asyncio.sleep(0)
        return 0


async def reset(records: Records) -> None:
    records.clear()  # expect: DUO101
    records.count()  # expect: DUO101
