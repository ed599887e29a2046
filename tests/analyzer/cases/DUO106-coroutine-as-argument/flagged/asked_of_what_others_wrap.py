"""A class asks what it has for more; the only async method of that name is that of another class, or is awaited of it."""

import asyncio


class Shelves:
    async def count_all_items(self) -> dict[str, int]:
        await asyncio.sleep(0)
        return {}


class Catalog:
    def __init__(self, shelves) -> None:
        self.shelves = shelves
        self.known: dict[str, int] = {}
        self._fill()

    def keep(self, counts: dict[str, int]) -> None:
        for name, count in counts.items():
            self.known[name] = count

    def _fill(self) -> None:
        counts = self.shelves.count_all_items()  # expect: DUO106
        self.keep(counts)  # lost: DUO106


class Branch:
    def __init__(self, parent) -> None:
        self.parent = parent
        self.known: dict[str, int] = {}

    async def count_all_leaves(self) -> dict[str, int]:
        return self.known or await self.parent.count_all_leaves()

    def keep(self, counts: dict[str, int]) -> None:
        for name, count in counts.items():
            self.known[name] = count

    def fill(self) -> None:
        counts = self.parent.count_all_leaves()  # expect: DUO106
        self.keep(counts)  # lost: DUO106
