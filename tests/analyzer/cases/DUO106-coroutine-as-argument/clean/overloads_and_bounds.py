"""Overloads and type variables that leave room for a coroutine."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Coroutine, Iterable
from typing import Any, TypeVar, overload

T = TypeVar("T")
C = TypeVar("C", bound=Coroutine[Any, Any, Any])


@overload
def ready(value: str) -> str: ...
@overload
def ready(value: Awaitable[str]) -> Awaitable[str]: ...
def ready(value: Any) -> Any:
    return value


def same(value: T) -> T:
    return value


def named(value: C) -> C:
    return value


def both(values: Iterable[T]) -> list[T]:
    return [*values]


async def text() -> str:
    await asyncio.sleep(0)
    return "text"


async def main() -> None:
    print(await ready(text()), ready("plain"))
    print(await same(text()))
    print(await named(text()))
    print(await asyncio.gather(*both([text(), text()])))
