"""A shelf that offers more than it has to."""

import asyncio


class MemoryShelf:
    def __init__(self) -> None:
        self.books: list[str] = []

    def count_books(self) -> int:
        return len(self.books)

    def find_books(self, word: str) -> list[str]:
        return [book for book in self.books if word in book]

    async def find_books_async(self, word: str) -> list[str]:
        await asyncio.sleep(0)
        return self.find_books(word)
