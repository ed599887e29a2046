"""The parameter takes awaitables, anything, or nothing that is known."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


async def price(item: str) -> float:
    await asyncio.sleep(0)
    return 1.0


async def within(seconds: float, work: Awaitable[T]) -> T:
    async with asyncio.timeout(seconds):
        return await work


async def first_of(*works: Coroutine[Any, Any, T]) -> T:
    for work in works:
        return await work
    raise ValueError


def keep(anything: object, store: list[Any]) -> None:
    store.append(anything)


def identity(value: T) -> T:
    return value


def hand_on(work):
    return within(1, work)


class Plan:
    def __init__(self, work: Awaitable[float] | float) -> None:
        self.work = work


async def main() -> None:
    kept: list[Any] = []
    keep(price("a"), kept)
    await asyncio.gather(*kept)
    await within(1, price("a"))
    await first_of(price("a"))
    await identity(price("a"))
    await hand_on(price("a"))
    plan = Plan(price("a"))
    if not isinstance(plan.work, float):
        await plan.work
