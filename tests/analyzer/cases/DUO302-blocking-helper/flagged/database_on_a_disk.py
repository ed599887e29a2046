"""A connection that is opened in memory by some and on a disk by others blocks, as one on a disk does."""

import asyncio
import sqlite3


class Cache:
    def __init__(self, path: str | None) -> None:
        if path is None:
            self._rows = sqlite3.connect(":memory:")
        else:
            self._rows = sqlite3.connect(path)

    def size(self) -> int:
        return self._rows.execute("SELECT COUNT(*) FROM items").fetchone()[0]


async def show(cache: Cache) -> None:
    print(cache.size())  # expect: DUO302
    await asyncio.sleep(0)
