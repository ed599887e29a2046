"""Decorators are declared for functions that give a bool, and leave async ones async, by their bodies or unread."""

import asyncio
import functools
import inspect
from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
CHECKS = []


def guarded(value: R) -> Callable[[Callable[P, R]], Callable[P, R]]:
    def decorator(function: Callable[P, R]) -> Callable[P, R]:
        @functools.wraps(function)
        async def later(*args: P.args, **kwargs: P.kwargs) -> R:
            try:
                return await function(*args, **kwargs)
            except ValueError:
                return value

        @functools.wraps(function)
        def at_once(*args: P.args, **kwargs: P.kwargs) -> R:
            try:
                return function(*args, **kwargs)
            except ValueError:
                return value

        return later if inspect.iscoroutinefunction(function) else at_once

    return decorator


def allowed(function: Callable[P, bool]) -> Callable[P, bool]:
    return guarded(True)(function)


def listed(function: Callable[[str], bool]) -> Callable[[str], bool]:
    CHECKS.append(function)
    return function


def numbered(_number: int) -> Callable[[Callable[[str], bool]], Callable[[str], bool]]:
    return listed


@allowed
async def may_read(name: str) -> bool:
    await asyncio.sleep(0)
    return bool(name)


@listed
async def may_write(name: str) -> bool:
    await asyncio.sleep(0)
    return bool(name)


@numbered(3)
async def may_list(name: str) -> bool:
    await asyncio.sleep(0)
    return bool(name)


async def main() -> None:
    print(await may_read("a"))
    print(await may_write("b"))
    print(await may_list("c"))
