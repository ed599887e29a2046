"""A name stands for a coroutine on one path and for a plain value on the other, and is used as the value on both."""

import asyncio

import archive


async def number_of(title: str) -> int:
    await asyncio.sleep(0)
    return len(title)


async def look_up(book, numbers: dict) -> bool:
    if isinstance(book, str):
        key = number_of(book)  # expect: DUO104
    else:
        key = book.key
    archive.note(key)
    return archive.Book.number == key


async def shift(book, step: int) -> int:
    if isinstance(book, str):
        place = number_of(book)  # expect: DUO104
    else:
        place = book.place
    archive.note(place)
    return place + step
