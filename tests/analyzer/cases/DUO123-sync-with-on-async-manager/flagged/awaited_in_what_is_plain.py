"""The block awaits what its object gives, and nothing of that could be awaited once a plain `with` has entered it."""

import asyncio
import logging

logger = logging.getLogger(__name__)


class Page:
    def lines(self) -> list[str]:
        return []


class Book:
    def __enter__(self) -> "Book":
        return self

    def __exit__(self, *details: object) -> None:
        print("closed")

    def page(self, number: int) -> Page:
        return Page()

    async def fetch(self, number: int) -> Page:
        await asyncio.sleep(0)
        return Page()


async def first(book: Book) -> list[str]:
    try:
        async with book as opened:  # expect: DUO123
            page = await opened.page(1)  # next
            return page.lines()
    except Exception:  # hides
        logger.exception("not read")
        return []


async def last(book: Book, other: Book) -> None:
    async with book as opened, other as copy:  # expect: DUO123, DUO123
        print(opened.page(2).lines(), await copy.page(2).lines())  # next


async def middle(book: Book) -> None:
    async with book as opened:  # expect: DUO123
        print(await opened.fetch(3))
