"""The result of a callback is awaited where it turns out to be awaitable."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar, Union

T = TypeVar("T")
MaybeAwaitable = Union[T, Awaitable[T]]


async def maybe_await(value: MaybeAwaitable[T]) -> T:
    if inspect.isawaitable(value):
        return await value
    return value


class Bus:
    def __init__(self) -> None:
        self.handlers: list[Callable[[str], Any]] = []

    async def emit(self, event: str) -> None:
        for handler in self.handlers:
            result = handler(event)
            if inspect.isawaitable(result):
                await result

    async def emit_checked(self, event: str) -> None:
        for handler in self.handlers:
            if asyncio.iscoroutinefunction(handler):
                await handler(event)
            else:
                handler(event)

    def emit_from_thread(self, event: str) -> None:
        for handler in self.handlers:
            result = handler(event)
            if asyncio.iscoroutine(result):
                asyncio.run(result)


async def on_event(event: str) -> None:
    await asyncio.sleep(0)


def on_event_now(event: str) -> None:
    print(event)


async def wire(bus: Bus) -> None:
    bus.handlers += [on_event, on_event_now]
    await bus.emit("ready")
    await maybe_await(on_event("ready"))
    await maybe_await(on_event_now("ready"))
