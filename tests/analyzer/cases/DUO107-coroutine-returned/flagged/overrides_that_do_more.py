"""An override that does something of its own before it hands on to an async step has forgotten to await it."""

from collections.abc import Awaitable, Callable
from typing import Any

Step = Callable[..., Awaitable[Any]]


class Stage:
    async def bake(self, inner: Step, loaf: str) -> Any:
        raise NotImplementedError


class Weighed(Stage):
    async def bake(self, inner: Step, loaf: str) -> Any:
        print(len(loaf))
        return inner(loaf)  # expect: DUO107


class Oven:
    async def heat(self, inner: Step, loaf: str) -> Any:
        return inner(loaf)  # expect: DUO107


async def bakery(loaf: str, shape: Step) -> None:
    await Weighed().bake(shape, loaf)
    await Oven().heat(shape, loaf)
