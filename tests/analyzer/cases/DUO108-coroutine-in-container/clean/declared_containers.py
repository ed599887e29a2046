"""Containers whose declared type has room for coroutines, or that are emptied by awaiting what is in them."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Awaitable, Coroutine
from typing import Any


@dataclasses.dataclass
class Step:
    name: str

    @classmethod
    async def make(cls, name: str) -> Step:
        await asyncio.sleep(0)
        return cls(name)


class Plan:
    def __init__(self) -> None:
        self.steps: list[Awaitable[Step]] = []
        self.anything: dict[str, Any] = {}
        self.either: list[Step | Coroutine[Any, Any, Step]] = []

    def add(self, name: str) -> None:
        self.steps.append(Step.make(name))
        self.anything[name] = Step.make(name)
        self.either.append(Step.make(name))


async def gathered(names: list[str]) -> list[Step]:
    made = []
    for name in names:
        made.append(Step.make(name))
    return await asyncio.gather(*made)


async def renamed(names: list[str]) -> list[Step]:
    made: list[Step] = []
    for name in names:
        step: Any = Step.make(name)
        made.append(await step)
    return made


async def shadowed(made: list[Step], names: list[str]) -> None:
    async def run() -> None:
        made = []
        for name in names:
            made.append(Step.make(name))
        await asyncio.gather(*made)

    await run()
    print(made)
