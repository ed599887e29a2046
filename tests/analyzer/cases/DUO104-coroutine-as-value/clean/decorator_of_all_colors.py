"""A decorator whose overloads tell coroutine functions from plain ones, on plain ones with results of many kinds."""

import functools
from collections.abc import AsyncGenerator, Callable, Coroutine
from typing import Any, ParamSpec, TypeVar, overload

P = ParamSpec("P")
T = TypeVar("T")


@overload
def warned(function: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]: ...
@overload
def warned(function: Callable[P, AsyncGenerator[T]]) -> Callable[P, AsyncGenerator[T]]: ...
@overload
def warned(function: Callable[P, T]) -> Callable[P, T]: ...
def warned(function: Callable[P, Any]) -> Callable[P, Any]:
    @functools.wraps(function)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> Any:
        return function(*args, **kwargs)

    return wrapper


class Middleware:
    @warned
    def request(self, name: str) -> str | int | None:
        return name or None

    @warned
    def close(self, name: str) -> None:
        print(name)

    @warned
    def slot(self, name: str) -> tuple[str, int]:
        return name, 1


def use(middleware: Middleware) -> int:
    middleware.close("a")
    assert middleware.request("a") is None
    _, count = middleware.slot("b")
    return count
