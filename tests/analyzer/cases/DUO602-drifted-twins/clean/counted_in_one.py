"""A branch in which something is counted, and no more, and a plain facade without a hook for async functions."""

import asyncio
from collections.abc import Awaitable, Callable

class SizeCounter:
    def add(self, size: int) -> None:
        self.total = size


size_counter = SizeCounter()


class Shelf:
    def fetch(self, key: str, folder: str) -> object:
        self.check(key)
        entry = self.find(key, folder)
        if entry is None:
            entry = self.make(key, folder)
        self.note(entry)
        return entry


class AsyncShelf:
    async def fetch(self, key: str, folder: str) -> object:
        self.check(key)
        entry = await self.find(key, folder)
        if entry is None:
            entry = await self.make(key, folder)
        elif size := entry.headers.get("size"):
            size_counter.add(size)
        self.note(entry)
        return entry


async def look_up(name: str, limit: int = 3, *, finder: Callable[[str], Awaitable[str]] | None = None) -> str:
    if finder is not None:
        return await finder(name)
    await asyncio.sleep(limit)
    return name


def look_up_sync(name: str, limit: int = 3) -> str:
    return asyncio.run(look_up(name, limit))
