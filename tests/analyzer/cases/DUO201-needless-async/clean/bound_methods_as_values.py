"""Methods are given as values: registered on a bus, in a table, by keyword, as a partial."""

import asyncio
import functools
from collections.abc import Awaitable, Callable

Handler = Callable[[str], Awaitable[None]]


class Bus:
    def __init__(self) -> None:
        self.handlers: dict[str, Handler] = {}

    def on(self, name: str, handler: Handler) -> None:
        self.handlers[name] = handler

    async def emit(self, name: str, text: str) -> None:
        await self.handlers[name](text)
        await asyncio.sleep(0)


class Log:
    def __init__(self, bus: Bus) -> None:
        self.lines: list[str] = []
        bus.on("line", self.on_line)
        bus.on("other", functools.partial(self.on_prefixed, "other"))
        bus.handlers["third"] = self.on_third

    async def on_line(self, text: str) -> None:
        self.lines.append(text)
        await asyncio.sleep(0)

    async def on_prefixed(self, prefix: str, text: str) -> None:
        await asyncio.sleep(0)

    async def on_third(self, text: str) -> None:
        self.lines.append(text)
