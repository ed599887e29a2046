"""What only its own class awaits is no part of what others use, and neither is what has plain methods beside it."""

import asyncio


class Shelf:
    def __init__(self) -> None:
        self.books: list[str] = []

    async def load_first(self) -> str:
        await asyncio.sleep(0)
        return await self.load_cached(0)

    async def load_last(self) -> str:
        await asyncio.sleep(0)
        return self.books[-1]

    async def load_cached(self, number: int) -> str:  # expect: DUO201
        return self.books[number]

    async def get_title(self, number: int) -> str:
        await asyncio.sleep(0)
        return self.books[number]

    async def get_size(self, least: int) -> int:  # expect: DUO201
        return max(least, len(self.books))

    def get_names(self) -> list[str]:
        return list(self.books)
