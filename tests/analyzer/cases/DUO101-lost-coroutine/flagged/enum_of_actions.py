"""Callees come from an enum, a class-level table, a frozen dataclass and a tuple of pairs."""

import asyncio
import enum
from collections.abc import Awaitable, Callable
from dataclasses import dataclass


async def open_valve(name: str) -> None:
    await asyncio.sleep(0)


async def close_valve(name: str) -> None:
    await asyncio.sleep(0)


@dataclass(frozen=True)
class Action:
    name: str
    run: Callable[[str], Awaitable[None]]


class Level(enum.Enum):
    LOW = Action("low", open_valve)
    HIGH = Action("high", close_valve)


class Plant:
    actions = {"open": open_valve, "close": close_valve}
    ordered = [("open", open_valve), ("close", close_valve)]

    def act(self, name: str) -> None:
        self.actions[name](name)  # expect: DUO101
        for label, action in self.ordered:
            print(label)
            action(name)  # expect: DUO101

    def act_typed(self, action: Action) -> None:
        action.run("main")  # expect: DUO101
