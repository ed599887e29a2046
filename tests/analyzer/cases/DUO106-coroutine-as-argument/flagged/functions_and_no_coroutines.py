"""Parameters that are annotated to take functions, and ask at most for their color."""

import asyncio
import inspect
from collections.abc import Callable


class App:
    def __init__(self) -> None:
        self.handlers: list[Callable] = []
        self.async_handlers: list[Callable] = []

    def on_start(self, handler: Callable) -> None:
        self.handlers.append(handler)

    def on_stop(self, handler: Callable) -> None:
        if inspect.iscoroutinefunction(handler):
            self.async_handlers.append(handler)
        else:
            self.handlers.append(handler)


async def greet() -> None:
    await asyncio.sleep(0)


def main(app: App) -> None:
    app.on_start(greet())  # expect: DUO106
    app.on_stop(greet())  # expect: DUO106
