"""Parameters that are annotated to take functions, and take what can be awaited as well: they ask, or those do."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from typing import Any


def as_handler(handler: Callable[..., Any] | Awaitable[Any]) -> Callable[..., Any]:
    if callable(handler):
        return handler
    if not isinstance(handler, Awaitable):
        raise TypeError("a handler is a function")

    def wrapped() -> Awaitable[Any]:
        return handler

    return wrapped


class App:
    def __init__(self) -> None:
        self.handlers: list[Callable] = []

    def on_start(self, handler: Callable) -> None:
        self.handlers.append(as_handler(handler))

    def on_stop(self, handler: Callable) -> None:
        if inspect.isawaitable(handler):
            self.stopping = asyncio.ensure_future(handler)
        else:
            self.handlers.append(handler)


async def greet() -> None:
    await asyncio.sleep(0)


def main(app: App) -> None:
    app.on_start(greet())
    app.on_stop(greet())
