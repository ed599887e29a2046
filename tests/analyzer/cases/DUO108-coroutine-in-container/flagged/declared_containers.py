"""The container is declared to hold results, and gets a coroutine, whatever becomes of it afterwards."""

from __future__ import annotations

import asyncio
import dataclasses


@dataclasses.dataclass
class Step:
    name: str

    @classmethod
    async def make(cls, name: str) -> Step:
        await asyncio.sleep(0)
        return cls(name)


class Plan:
    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.by_name: dict[str, Step] = {}

    async def add(self, name: str) -> None:
        self.steps.append(Step.make(name))  # expect: DUO108

    async def name(self, name: str) -> None:
        self.by_name[name] = Step.make(name)  # expect: DUO108


async def steps(names: list[str]) -> list[Step]:
    made = []
    for name in names:
        made.append(Step.make(name))  # expect: DUO108
    return made


async def shown(names: list[str], show) -> None:
    made: list[Step] = []
    for name in names:
        made.append(Step.make(name))  # expect: DUO108
    show(made)


async def within(names: list[str], show) -> None:
    made: dict[str, Step] = {}

    async def add(name: str) -> None:
        made[name] = Step.make(name)  # expect: DUO108

    for name in names:
        await add(name)
    show(made)


async def given(target: list[Step], name: str) -> None:
    target.append(Step.make(name))  # expect: DUO108
