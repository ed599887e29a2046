"""A decorator refuses plain functions that it is given; an alias takes texts, which says nothing."""

import inspect
from collections.abc import Awaitable, Callable

Step = Callable[[str], Awaitable[None]]


class Pot:
    salt = 0


def step(function):
    if not inspect.iscoroutinefunction(function):
        raise TypeError("a step has to be async")
    return function


async def season(pot: Pot) -> None:  # expect: DUO201
    pot.salt += 1


async def label(text: str) -> str:  # expect: DUO201
    return text.title()
