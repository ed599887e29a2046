"""Overrides in the color of their base, whatever the spelling."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Coroutine
from typing import Any


class Step(ABC):
    @abstractmethod
    async def run(self) -> int: ...

    @abstractmethod
    def describe(self) -> str: ...

    @abstractmethod
    def start(self) -> Awaitable[int]: ...

    @abstractmethod
    def stream(self) -> AsyncIterator[int]: ...

    @abstractmethod
    async def finish(self) -> int: ...


class Fetch(Step):
    async def run(self) -> int:
        await asyncio.sleep(0)
        return 1

    def describe(self) -> str:
        return "fetch"

    async def start(self) -> int:
        return await self.run()

    async def stream(self) -> AsyncIterator[int]:
        await asyncio.sleep(0)
        yield 1

    def finish(self) -> Coroutine[Any, Any, int]:
        return self.run()


class Refetch(Fetch):
    def start(self) -> asyncio.Task[int]:
        return asyncio.create_task(self.run())

    def finish(self):
        return self.run()
