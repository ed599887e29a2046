"""Whoever takes the function awaits it, schedules it, or asks for its color."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from typing import Any


class Bus:
    def __init__(self) -> None:
        self.handlers: list[Callable[[str], Any]] = []

    def subscribe(self, handler: Callable[[str], Any]) -> None:
        self.handlers.append(handler)

    async def publish(self, event: str) -> None:
        for handler in self.handlers:
            result = handler(event)
            if inspect.isawaitable(result):
                await result


async def repeat(times: int, action: Callable[[], Awaitable[None]]) -> None:
    for _ in range(times):
        await action()


async def later(action) -> None:
    await asyncio.sleep(1)
    await action()


def run(function, *args):
    return asyncio.run(function(*args))


async def tick() -> None:
    await asyncio.sleep(0)


async def on_event(event: str) -> None:
    await asyncio.sleep(0)


async def main(bus: Bus) -> None:
    bus.subscribe(on_event)
    await bus.publish("a")
    await repeat(3, tick)
    await later(tick)
    await asyncio.gather(*map(on_event, ["a", "b"]))


def script(bus: Bus) -> None:
    run(main, bus)
