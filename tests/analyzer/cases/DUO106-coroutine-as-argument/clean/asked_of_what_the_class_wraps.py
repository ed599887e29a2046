"""A class wraps an object in async methods; its plain methods ask the object as well, which is of no class here."""

import asyncio

from depot import Shelves


class Catalog:
    def __init__(self, shelves) -> None:
        self.shelves = shelves
        self.known: dict[str, int] = {}
        self._fill()

    async def count_all_items(self) -> dict[str, int]:
        if not self.known:
            self.known = await asyncio.to_thread(self.shelves.count_all_items)
        return self.known

    def keep(self, counts: dict[str, int]) -> None:
        for name, count in counts.items():
            self.known[name] = count

    def _fill(self) -> None:
        counts = self.shelves.count_all_items()
        self.keep(counts)


class QuickCatalog(Catalog):
    async def count_all_items(self) -> dict[str, int]:
        await asyncio.sleep(0)
        return self.known


async def show() -> None:
    catalog = Catalog(Shelves())
    print(await catalog.count_all_items())
