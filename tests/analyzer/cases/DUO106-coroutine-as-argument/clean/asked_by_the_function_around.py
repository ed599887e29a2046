"""A function is asked for its color, and called by a plain one within where it is not async."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar, Union

T = TypeVar("T")


def begin(function: Callable[..., Union[Coroutine[Any, Any, T], Awaitable[T]]], *args: Any) -> Awaitable[T]:
    loop = asyncio.get_running_loop()
    if inspect.iscoroutinefunction(function):
        return loop.create_task(function(*args))

    def run(future: asyncio.Future) -> None:
        if not future.done():
            future.set_result(function(*args))

    future = loop.create_future()
    loop.call_soon(run, future)
    return future
