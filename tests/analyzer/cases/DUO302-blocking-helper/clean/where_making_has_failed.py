"""To make a coroutine or an async generator runs nothing of it, so that no error of it is handled there."""

import asyncio
import inspect
import time
from collections.abc import AsyncIterator
from functools import wraps
from typing import Any


def again(times: int):
    def decorator(function: Any) -> Any:
        @wraps(function)
        async def waiting(*args: Any, **kwargs: Any) -> Any:
            for _ in range(times):
                try:
                    return await function(*args, **kwargs)
                except OSError:
                    await asyncio.sleep(1)

        @wraps(function)
        def holding(*args: Any, **kwargs: Any) -> Any:
            for _ in range(times):
                try:
                    return function(*args, **kwargs)
                except OSError:
                    time.sleep(1)

        return waiting if inspect.iscoroutinefunction(function) else holding

    return decorator


@again(3)
async def pages(book: str) -> AsyncIterator[str]:
    for page in book:
        await asyncio.sleep(0)
        yield page


async def lines(book: str) -> AsyncIterator[str]:
    await asyncio.sleep(0)
    yield book


def opened(book: str) -> AsyncIterator[str]:
    try:
        found = lines(book)
        return found
    except OSError:
        time.sleep(1)
        raise


class Shelf:
    async def lines(self, book: str) -> AsyncIterator[str]:
        await asyncio.sleep(0)
        yield book

    def opened(self, book: str) -> AsyncIterator[str]:
        while True:
            try:
                return self.lines(book)
            except OSError:
                self.pause()

    def pause(self) -> None:
        time.sleep(1)


async def read(shelf: Shelf, book: str) -> None:
    async for page in pages(book):
        print(page)
    async for line in opened(book):
        print(line)
    async for line in shelf.opened(book):
        print(line)
