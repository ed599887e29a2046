"""One path of an async function returns the coroutine and the others its result."""

from __future__ import annotations

import asyncio
from pathlib import Path


class Shelf:
    async def tree(self) -> list[Path]:
        await asyncio.sleep(0)
        return []

    async def here(self) -> list[Path]:
        await asyncio.sleep(0)
        return []

    async def folders(self, *, deep: bool) -> list[Path]:
        return (
            self.tree()  # expect: DUO107
            if deep
            else await self.here()
        )


async def summary(shelf: Shelf) -> list[Path]:
    found: list[Path] = []
    try:
        found = shelf.tree()  # expect: DUO107 | DUO104
    except OSError:
        found = await shelf.here()
    return found


async def main(shelf: Shelf) -> None:
    for path in await shelf.folders(deep=True):
        print(path)
    print(len(await summary(shelf)))
