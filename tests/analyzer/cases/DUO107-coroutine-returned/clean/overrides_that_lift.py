"""An override takes over the annotation of its base, and makes an async step of the plain one that it is given."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

Step = Callable[..., Awaitable[Any]]


class Stage:
    async def bake(self, inner: Step, loaf: str) -> Any:
        raise NotImplementedError


class Lifted(Stage):
    """Goes between plain steps and async ones."""

    async def bake(self, inner: Step, loaf: str) -> Any:
        return inner(loaf)


class Glazed(Stage):
    async def bake(self, inner: Step, loaf: str) -> Any:
        loaf = await inner(loaf)
        await asyncio.sleep(0)
        return loaf


def steps() -> list[Callable[..., Any]]:
    return [shape, Lifted().bake, Glazed().bake]


def shape(loaf: str) -> str:
    return loaf
