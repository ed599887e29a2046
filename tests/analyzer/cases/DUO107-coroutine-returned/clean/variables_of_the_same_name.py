"""Two functions call their type variables alike; what the one of the helper stands for isn't known where it is called."""

import inspect
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager
from typing import Any, TypeVar, cast

T = TypeVar("T")


async def awaited_within(awaitable: Awaitable[T], context: AbstractContextManager[Any]) -> T:
    with context:
        return await awaitable


class Target:
    def __init__(self, context: AbstractContextManager[Any]) -> None:
        self.context = context

    def run(self, function: Callable[..., T]) -> T:
        with self.context:
            result = function()
        if inspect.isawaitable(result):
            return cast("T", awaited_within(result, self.context))
        return result
