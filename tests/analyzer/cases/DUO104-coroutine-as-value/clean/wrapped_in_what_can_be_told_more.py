"""A decorator makes an object of each call, which can be told more before somebody awaits it."""

import functools
from collections.abc import Awaitable, Callable, Generator
from typing import Generic, ParamSpec, Self, TypeVar

from library import Meal, fetch

P = ParamSpec("P")
R = TypeVar("R")


class Order(Generic[R]):
    def __init__(self, work: Callable[[], Awaitable[R]]) -> None:
        self.work = work
        self.notes: list[str] = []

    def __await__(self) -> Generator[None, None, R]:
        return self.work().__await__()

    def noted(self, text: str) -> Self:
        self.notes.append(text)
        return self


def on_order(function: Callable[P, Awaitable[R]]) -> Callable[P, Order[R]]:
    @functools.wraps(function)
    def ordered(*args: P.args, **kwargs: P.kwargs) -> Order[R]:
        return Order(lambda: function(*args, **kwargs)).noted("new")

    return ordered


class Kitchen:
    @on_order
    async def soup(self, size: int) -> Meal:
        return await fetch("soup", size)


async def lunch(kitchen: Kitchen) -> Meal:
    await kitchen.soup(1)
    order = kitchen.soup(2)
    order.noted("salt")
    await order
    return await kitchen.soup(3).noted("hot").noted("with bread")
