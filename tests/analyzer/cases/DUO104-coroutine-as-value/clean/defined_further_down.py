"""What a function defines further down hides what the module has under that name from all that it defines before."""

import asyncio
from collections.abc import Callable
from typing import Generic, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class Flow(Generic[P, R]):
    def __init__(self, function: Callable[P, R]) -> None:
        self.function = function

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        return self.function(*args, **kwargs)


def flow(function: Callable[P, R]) -> Flow[P, R]:
    return Flow(function)


async def price() -> int:
    await asyncio.sleep(0)
    return 7


async def shown() -> str:
    return f"{await price()}"


def test_total() -> None:
    @flow
    def total():
        return price()

    def price():
        return 3

    assert total() == 3


def test_amount() -> None:
    @flow
    def total():
        return Price().amount()

    class Price:
        def amount(self) -> int:
            return 3

    assert total() == 3


class Price:
    async def amount(self) -> int:
        return await price()


async def shown_amount() -> int:
    return await Price().amount()
