"""Methods that are only said to give an awaitable: they hand on a coroutine, which nothing has begun."""

import asyncio
from collections.abc import Awaitable


class Step:
    def __init__(self, words: str) -> None:
        self.words = words

    async def run(self) -> int:
        await asyncio.sleep(0)
        return len(self.words)


class Plan:
    def __init__(self) -> None:
        self.steps: list[Step] = []

    def add(self, step: Step) -> Awaitable[int]:
        self.steps.append(step)
        return step.run()

    def build(self) -> Awaitable[int]:
        return self.add(Step("build"))

    def ship(self, place: str) -> Awaitable[int]:
        shipped = self.add(Step(f"ship to {place}"))
        return shipped


async def prepare(place: str) -> Plan:
    plan = Plan()
    plan.add(Step("clean"))  # expect: DUO101
    plan.build()  # expect: DUO101
    plan.ship(place)  # expect: DUO101
    await asyncio.sleep(0)
    return plan
