"""A helper calls what it is given, and a cast says what that gives here, since it was asked for its kind."""

import asyncio
import inspect
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, TypeVar, cast

T = TypeVar("T")


def call(function: Callable[..., Awaitable[T]], value: str) -> Awaitable[T]:
    return function(value)


async def last(function: Callable[..., Any], value: str) -> str:
    found = ""
    await asyncio.sleep(0)
    if inspect.isasyncgenfunction(function):
        async for part in cast("AsyncIterator[str]", call(function, value)):
            found = part
    else:
        found = await call(function, value)
    return found
