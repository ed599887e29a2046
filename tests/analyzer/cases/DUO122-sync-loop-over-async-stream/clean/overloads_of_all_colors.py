"""A function whose overloads give streams, awaitables or lists, given something of which nothing is known,
or an object that makes up its attributes.
"""

import inspect
from collections.abc import AsyncGenerator, Coroutine, Iterable
from typing import Any, TypeVar, overload

T = TypeVar("T")


@overload
def iterate(result: AsyncGenerator[T]) -> AsyncGenerator[T]: ...
@overload
def iterate(result: Coroutine[Any, Any, T]) -> Coroutine[Any, Any, T]: ...
@overload
def iterate(result: T) -> Iterable[Any]: ...
def iterate(result: Any) -> Any:
    return result if inspect.isasyncgen(result) or inspect.iscoroutine(result) else [result]


def use(callback) -> list[Any]:
    return [one for one in iterate(callback("a"))]


class Item:
    def __getattr__(self, name: str) -> str:
        return name


def use_item() -> list[Any]:
    return list(iterate(Item()))
