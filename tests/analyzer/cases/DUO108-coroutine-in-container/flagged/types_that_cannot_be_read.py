"""A class of a package that isn't installed is still the one that the coroutine is declared to give."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from parts_catalog import Part, Span


class Plan:
    def __init__(self) -> None:
        self.parts: list[Part] = []


class Workshop:
    def __init__(self) -> None:
        self.plan = Plan()

    async def part(self, name: str) -> Part:
        await asyncio.sleep(0)
        return Part(name)

    async def parts(self, names: list[str]) -> list[Part]:
        found: list[Part] = []
        for name in names:
            part = self.part(name)  # expect: DUO108
            found.append(part)
        return found

    async def add(self, name: str) -> None:
        self.plan.parts.append(self.part(name))  # expect: DUO108

    async def measured(self, names: list[str]) -> AsyncIterator[tuple[Part, Span]]:
        for name in names:
            yield self.part(name), Span()  # expect: DUO108
