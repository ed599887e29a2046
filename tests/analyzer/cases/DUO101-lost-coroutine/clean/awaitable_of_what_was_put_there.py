"""Methods that are only said to give an awaitable: they have put a step on a list, and hand on its future."""

import asyncio
from collections.abc import Awaitable


class Step:
    def __init__(self, words: str) -> None:
        self.words = words
        self.done: asyncio.Future[int] = asyncio.get_running_loop().create_future()


class Plan:
    def __init__(self) -> None:
        self.steps: list[Step] = []

    def add(self, step: Step) -> Awaitable[int]:
        self.steps.append(step)
        return step.done

    def build(self) -> Awaitable[int]:
        return self.add(Step("build"))

    def ship(self, place: str) -> Awaitable[int]:
        shipped = self.add(Step(f"ship to {place}"))
        return shipped

    def build_or_ship(self, place: str | None) -> Awaitable[int]:
        return self.ship(place) if place else self.build()


async def prepare(place: str) -> Plan:
    plan = Plan()
    plan.add(Step("clean"))
    plan.build()
    plan.ship(place)
    plan.build_or_ship(None)
    await asyncio.sleep(0)
    return plan
