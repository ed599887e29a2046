"""Wrappers return what they wrap returns, whatever its color."""

import asyncio
import functools
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def logged(function: Callable[P, T]) -> Callable[P, T]:
    @functools.wraps(function)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> T:
        print("calling", function.__name__)
        return function(*args, **kwargs)

    return wrapper


def apply(function: Callable[..., T], *args: Any) -> T:
    return function(*args)


@logged
async def refresh(name: str) -> str:
    await asyncio.sleep(0)
    return name


@logged
def refresh_now(name: str) -> str:
    return name


async def main() -> str:
    print(apply(refresh_now, "a").upper())
    return await refresh("a") + await apply(refresh, "b") + refresh_now("c")
