"""A decorator with overloads keeps the color, also where its call is long."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, ParamSpec, TypeVar, overload

P = ParamSpec("P")
R = TypeVar("R")


@overload
def again(function: Callable[P, R]) -> Callable[P, R]: ...
@overload
def again(*, pause: Callable[[float], Awaitable[None]], times: int = 3) -> Callable[[Any], Any]: ...
@overload
def again(*, times: int = 3, reasons: list[type[Exception]]) -> Callable[[Callable[P, R]], Callable[P, R]]: ...
def again(function=None, *, pause=None, times=3, reasons=()):
    return function or (lambda function: function)


@again(
    times=(1 + 1 + 1),
    reasons=[
        ConnectionError,
        FileExistsError,
        FileNotFoundError,
        OSError,
        TimeoutError,
        ValueError,
    ],
)
async def load(name: str) -> dict[str, str]:
    await asyncio.sleep(0)
    return {"name": name}


async def show() -> None:
    found = load("a")  # expect: DUO104
    print(found.pop("name"))
