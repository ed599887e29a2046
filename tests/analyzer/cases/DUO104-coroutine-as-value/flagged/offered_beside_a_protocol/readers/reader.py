"""Asks a shelf for what its protocol doesn't have, and another one does."""

from shelves.kinds.protocol import Shelf


class Reader:
    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf

    async def first(self, word: str) -> str:
        found = self.shelf.find_books_async(word)  # expect: DUO104
        return found[0]

    async def empty(self, word: str) -> bool:
        return not await self.shelf.find_books_async(word)


class Writer:
    def __init__(self, shelf: Shelf | None = None) -> None:
        self.shelf = shelf

    async def last(self, word: str) -> str:
        assert self.shelf is not None
        found = self.shelf.find_books_async(word)  # expect: DUO104
        return found[-1]
