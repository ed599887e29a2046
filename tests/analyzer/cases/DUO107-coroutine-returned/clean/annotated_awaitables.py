"""The annotation says that something awaitable is returned, in any of its spellings."""

from __future__ import annotations

import asyncio
import typing
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Generator
from typing import Any, TypeAlias, Union

Pending: TypeAlias = Coroutine[Any, Any, int]


async def count(name: str) -> int:
    await asyncio.sleep(0)
    return 1


async def numbers() -> AsyncIterator[int]:
    await asyncio.sleep(0)
    yield 1


def awaitable(name: str) -> Awaitable[int]:
    return count(name)


def coroutine(name: str) -> "typing.Coroutine[Any, Any, int]":
    return count(name)


def aliased(name: str) -> Pending:
    return count(name)


def either(name: str) -> Union[int, Awaitable[int]]:
    return 0 if not name else count(name)


def anything(name: str) -> Any:
    return count(name)


def thing(name: str) -> object:
    return count(name)


def maker() -> Callable[[str], Awaitable[int]]:
    return count


def stream() -> AsyncIterator[int]:
    return numbers()


class Deferred:
    def __await__(self) -> Generator[Any, None, int]:
        return count("a").__await__()
