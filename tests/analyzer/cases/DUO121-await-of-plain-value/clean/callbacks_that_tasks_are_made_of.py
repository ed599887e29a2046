"""The annotation of a stored callback says that it gives nothing, and whoever stores one, or runs it, knows better."""

import asyncio
from collections.abc import Awaitable, Callable


class Event:
    name = ""


class Adapter:
    def __init__(self, closed: Callable[[], dict[str, str] | None]) -> None:
        self.listeners: dict[type[Event], Callable[[Event], None]] = {}
        self.closed = closed
        self.tasks = set()

    def listen(self, kind: type[Event], listener: Callable[[Event], Awaitable[None]]) -> None:
        self.listeners[kind] = listener

    async def handle(self, event: Event) -> None:
        task = asyncio.create_task(self.listeners[type(event)](event))
        self.tasks.add(task)
        await asyncio.gather(self.listeners[Event](event), asyncio.sleep(1))

    async def close(self) -> None:
        await self.closed()
