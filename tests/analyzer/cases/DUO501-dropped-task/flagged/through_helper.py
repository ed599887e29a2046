"""A helper of the project returns a task, and its caller drops it."""

import asyncio
from collections.abc import Coroutine
from typing import Any


def spawn(work: Coroutine[Any, Any, None], name: str) -> "asyncio.Task[None]":
    print("spawning", name)
    return asyncio.create_task(work, name=name)


async def index(document: str) -> None:
    await asyncio.sleep(0)


async def save(document: str) -> None:
    spawn(index(document), "index")  # expect: DUO501
    await asyncio.sleep(0)


class Bot:
    @staticmethod
    def begin(work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        return asyncio.create_task(work)

    @classmethod
    def begin_named(cls, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        return asyncio.create_task(work, name=cls.__name__)

    async def tell(self, document: str) -> None:
        self.begin(index(document))  # expect: DUO501
        self.begin_named(index(document))  # expect: DUO501
        await asyncio.sleep(0)
