"""More is run before the error than the making of a coroutine or an async generator."""

import asyncio
import time
from collections.abc import AsyncIterator
from functools import wraps
from typing import Any


def again(function: Any) -> Any:
    @wraps(function)
    def holding(*args: Any, **kwargs: Any) -> Any:
        while True:
            try:
                return function(*args, **kwargs)
            except OSError:
                time.sleep(1)

    return holding


def at_once(function: Any) -> Any:
    @wraps(function)
    def running(*args: Any, **kwargs: Any) -> Any:
        return asyncio.run(function(*args, **kwargs))

    return running


@again
def title(book: str) -> str:
    return book.title()


@again
@at_once
async def summary(book: str) -> str:
    await asyncio.sleep(0)
    return book


async def lines(book: str) -> AsyncIterator[str]:
    await asyncio.sleep(0)
    yield book


def opened(path: str) -> AsyncIterator[str]:
    try:
        with open(path) as file:
            return lines(file.read())
    except OSError:
        time.sleep(1)
        raise


def opened_by_title(book: str) -> AsyncIterator[str]:
    try:
        return lines(book.title())
    except AttributeError:
        time.sleep(1)
        raise


def printed(book: str) -> AsyncIterator[str]:
    try:
        found = lines(book)
        print(book)
        return found
    finally:
        time.sleep(1)


async def show(book: str) -> None:
    print(title(book))  # expect: DUO302
    async for line in opened(book):  # expect: DUO302
        print(line)
    async for line in opened_by_title(book):  # expect: DUO302
        print(line)
    async for line in printed(book):  # expect: DUO302
        print(line)


async def show_summary(book: str) -> None:
    print(summary(book))  # expect: DUO302
