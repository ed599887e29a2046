"""Decorators are declared for functions that give a bool, which what they are given does, or what they make of it."""

import asyncio
import functools
from collections.abc import Callable
from typing import ParamSpec

P = ParamSpec("P")


def waiting(function: Callable[P, bool]) -> Callable[P, bool]:
    @functools.wraps(function)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> bool:
        return asyncio.run(function(*args, **kwargs))

    return wrapper


def listed(function: Callable[[str], bool]) -> Callable[[str], bool]:
    return function


@waiting
async def may_read(name: str) -> bool:
    await asyncio.sleep(0)
    return bool(name)


@listed
def may_write(name: str) -> bool:
    return bool(name)


@listed
async def may_list(name: str) -> bool:
    await asyncio.sleep(0)
    return bool(name)


async def main() -> None:
    print(await may_read("a"))  # expect: DUO121
    print(await may_write("b"))  # expect: DUO121
    print(await may_list("c"))
    may_list("d")  # expect: DUO101


def check() -> bool:
    return may_read("e")
