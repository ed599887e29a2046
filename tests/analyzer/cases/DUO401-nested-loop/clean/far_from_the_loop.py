"""The way to the loop is long, and each step of it is taken in some cases only."""

import asyncio


class Shelf:
    def __init__(self, kind: str) -> None:
        self.kind = kind

    async def _sent(self, path: str) -> str:
        await asyncio.sleep(0)
        return path

    def _remote(self, path: str) -> str:
        return asyncio.run(self._sent(path))

    def _from_path(self, path: str) -> str:
        return self._remote(path) if self.kind == "remote" else path

    def _load(self, path: str) -> str:
        return self._from_path(path) if path else ""

    def insert(self, path: str) -> str:
        return self._load(path)


async def main(shelf: Shelf) -> None:
    print(shelf.insert("a"))
    await asyncio.sleep(0)
