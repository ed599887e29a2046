"""Generators whose callers await what they yield."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Coroutine, Iterator
from typing import Any, TypeVar

T = TypeVar("T")


async def fetch(number: int) -> int:
    await asyncio.sleep(0)
    return number


def jobs() -> Iterator[Coroutine[Any, Any, int]]:
    for number in range(3):
        yield fetch(number)


async def later() -> AsyncIterator[Awaitable[int]]:
    await asyncio.sleep(0)
    yield fetch(1)


async def undeclared():
    await asyncio.sleep(0)
    yield fetch(2)


async def passed_on(values: AsyncIterator[T]) -> AsyncIterator[T]:
    async for value in values:
        yield value


async def main() -> None:
    await asyncio.gather(*jobs())
    async for job in later():
        print(await job)
    async for job in undeclared():
        print(await job)
