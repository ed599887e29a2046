"""Classes with `__await__`, futures and cached tasks are awaitable without being lost."""

import asyncio
from collections.abc import Generator
from typing import Any


class Latch:
    def __init__(self) -> None:
        self._event = asyncio.Event()

    def __await__(self) -> Generator[Any, None, bool]:
        return self._event.wait().__await__()

    def open(self) -> None:
        self._event.set()


class Directory:
    def __init__(self) -> None:
        self._cached: dict[str, asyncio.Task[str]] = {}

    async def _lookup(self, name: str) -> str:
        await asyncio.sleep(0)
        return name

    def lookup(self, name: str) -> asyncio.Task[str]:
        if name not in self._cached:
            self._cached[name] = asyncio.create_task(self._lookup(name))
        return self._cached[name]


class Request:
    """Chooses its color by how it is used: as a builder, `send()` schedules nothing until it is awaited."""

    def timeout(self, seconds: float) -> "Request":
        return self

    def __await__(self):
        return self._send().__await__()

    async def _send(self) -> int:
        await asyncio.sleep(0)
        return 200


async def main(directory: Directory) -> None:
    latch = Latch()
    latch.open()
    await latch
    directory.lookup("prefetch")
    print(await directory.lookup("printer"), await Request().timeout(1))
