"""Things of either color that can be gone over, which note what became of them."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Generator, Iterator
from typing import Any, Self


class Log(list[Any]):
    """What async and sync generators of these tests have done, and where."""

    async def produce(self, end: int = 3) -> AsyncGenerator[int, None]:
        try:
            for number in range(end):
                self.append(asyncio.current_task())
                await asyncio.sleep(0)
                yield number
        finally:
            await asyncio.sleep(0)
            self.append(asyncio.current_task())
            self.append("closed")

    async def stuck(self) -> AsyncGenerator[int, None]:
        """Give one item, and never the next."""
        try:
            yield 1
            await asyncio.sleep(60)
        finally:
            self.append("closed")

    def produce_here(self, end: int = 3) -> Generator[int, None, None]:
        try:
            for number in range(end):
                self.append(threading.current_thread())
                yield number
        finally:
            self.append(threading.current_thread())
            self.append("closed")


class Countdown:
    """An async iterator that is no generator, with a place to see what became of it."""

    def __init__(self, start: int) -> None:
        self.left = start

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> int:
        if self.left == 0:
            raise StopAsyncIteration
        self.left -= 1
        return self.left


class Both:
    """Something that can be gone over in both colors."""

    def __iter__(self) -> Iterator[str]:
        return iter(["sync"])

    async def __aiter__(self) -> AsyncIterator[str]:
        yield "async"


async def echo() -> AsyncGenerator[str, str]:
    """Give back what is sent, and what is thrown in."""
    said = yield "ready"
    while True:
        try:
            said = yield said.upper()
        except LookupError as error:
            said = yield f"caught {error.args[0]}"


def echo_here() -> Generator[str, str, None]:
    said = yield "ready"
    while True:
        try:
            said = yield said.upper()
        except LookupError as error:
            said = yield f"caught {error.args[0]}"
