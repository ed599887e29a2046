"""A branch in which something is counted and done, and a plain facade without an option of its twin."""

import asyncio

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
        elif size := entry.headers.get("size"):
            size_counter.add(size)
            self.refresh(entry)
        self.note(entry)
        return entry


class AsyncShelf:
    async def fetch(self, key: str, folder: str) -> object:  # expect: DUO602
        self.check(key)
        entry = await self.find(key, folder)
        if entry is None:
            entry = await self.make(key, folder)
        self.note(entry)
        return entry


async def look_up(name: str, limit: int = 3, *, prefix: str = "") -> str:
    await asyncio.sleep(limit)
    return prefix + name


def look_up_sync(name: str, limit: int = 3) -> str:  # expect: DUO602
    return asyncio.run(look_up(name, limit))
