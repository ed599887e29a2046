"""What is wanted is whatever can be awaited, or an awaitable of another kind."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Generator
from typing import Any


class Model:
    def __await__(self) -> Generator[Any, None, Model]:
        yield
        return self

    @classmethod
    async def create(cls, name: str) -> Model:
        await asyncio.sleep(0)
        return cls()


async def waited(model: Model | Awaitable[Model]) -> Model:
    return await model


async def shielded(task: asyncio.Future[Model]) -> Model:
    return await task


async def main(anything: Any) -> None:
    await waited(Model.create("a"))
    await shielded(asyncio.ensure_future(Model.create("b")))
    anything(Model())
