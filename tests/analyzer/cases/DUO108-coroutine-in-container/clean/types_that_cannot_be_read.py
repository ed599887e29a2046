"""What a class of a package that isn't installed can be is not known where the coroutine gives something else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable

from parts_catalog import Part, Pending, Span


class Workshop:
    def __init__(self) -> None:
        self.waiting: list[Pending] = []

    async def part(self, name: str) -> Part:
        await asyncio.sleep(0)
        return Part(name)

    async def add(self, name: str) -> None:
        self.waiting.append(self.part(name))

    async def started(self, names: list[str]) -> AsyncIterator[tuple[Awaitable[Part], Span]]:
        for name in names:
            yield self.part(name), Span()

    async def measured(self, names: list[str]) -> AsyncIterator[tuple[Part, Span]]:
        for name in names:
            yield await self.part(name), Span()
