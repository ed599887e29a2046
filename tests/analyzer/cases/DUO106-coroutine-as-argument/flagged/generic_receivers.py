"""A coroutine is put into an object of a generic class that holds what it would give."""

import asyncio
from typing import Generic, TypeVar

Part = TypeVar("Part")


class Order:
    number = 0


class Basket(Generic[Part]):
    def __init__(self) -> None:
        self.parts: list[Part] = []

    def put(self, part: Part) -> None:
        self.parts.append(part)


async def load(number: int) -> Order:
    await asyncio.sleep(0)
    return Order()


async def fill(basket: Basket[Order], queue: asyncio.Queue[Order | None], done: "asyncio.Future[Order]") -> None:
    basket.put(load(1))  # expect: DUO106
    queue.put_nowait(load(2))  # expect: DUO106
    await queue.put(load(3))  # expect: DUO106
    done.set_result(load(4))  # expect: DUO106
