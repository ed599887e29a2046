"""Async functions are kept in containers, whose elements are awaited, gathered or scheduled."""

import asyncio
from collections.abc import Callable
from typing import Any


class Bus:
    def __init__(self) -> None:
        self.awaited: list[Callable[..., Any]] = []
        self.gathered = []
        self.scheduled = {}
        self.tasks = set()

    def on(self, function: Callable[..., Any]) -> None:
        self.awaited.append(function)

    def together(self, function):
        self.gathered.append(function)

    def later(self, name, function):
        self.scheduled[name] = function

    async def publish(self, event) -> None:
        for function in self.awaited:
            await function(event)
        await asyncio.gather(*(function(event) for function in self.gathered))
        for function in self.scheduled.values():
            self.tasks.add(asyncio.create_task(function(event)))


async def send(event) -> None:
    await asyncio.sleep(0)


def wire(bus: Bus) -> None:
    bus.on(send)
    bus.together(send)
    bus.later("send", send)
