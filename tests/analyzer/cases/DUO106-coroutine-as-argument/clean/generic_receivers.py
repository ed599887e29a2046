"""Objects of generic classes that hold coroutines, anything, or what nobody said."""

import asyncio
from collections.abc import Awaitable, Coroutine
from contextvars import ContextVar
from typing import Any, Generic, TypeVar

Part = TypeVar("Part")


class Order:
    number = 0


class Basket(Generic[Part]):
    def __init__(self, first: Part) -> None:
        self.parts = [first]

    def put(self, part: Part) -> None:
        self.parts.append(part)


async def load(number: int) -> Order:
    await asyncio.sleep(0)
    return Order()


async def fill(
    waiting: asyncio.Queue[Coroutine[Any, Any, Order]],
    either: asyncio.Queue[Awaitable[Order] | Order],
    anything: asyncio.Queue[Any],
    objects: asyncio.Queue[object],
    untyped: asyncio.Queue,
) -> None:
    for queue in (waiting, either, anything, objects, untyped):
        print(queue)
    waiting.put_nowait(load(1))
    either.put_nowait(load(2))
    anything.put_nowait(load(3))
    objects.put_nowait(load(4))
    untyped.put_nowait(load(5))


async def begin() -> None:
    current = ContextVar("current", default=None)
    current.set(load(1))
    basket = Basket(None)
    basket.put(load(2))
    named = Basket("first")
    named.put(load(3))
    for part in (current.get(), *basket.parts, *named.parts):
        if part is not None and not isinstance(part, str):
            await part
