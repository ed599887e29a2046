"""Async generators where an async iterator is promised, and containers that are declared to hold awaitables."""

import asyncio
from abc import ABC, abstractmethod
from collections import UserDict
from collections.abc import AsyncIterator, Awaitable, Iterator
from typing import Any


class Source(ABC):
    @abstractmethod
    def lines(self) -> AsyncIterator[str]: ...

    @abstractmethod
    async def rows(self) -> AsyncIterator[str]: ...

    def pages(self):
        raise NotImplementedError

    async def columns(self):
        print("nothing here")
        raise NotImplementedError("columns")

    def anything(self) -> Any:
        return None

    def words(self) -> Iterator[str]:
        yield "a"

    def events(self) -> AsyncIterator[str]:
        raise NotImplementedError
        yield

    def on_line(self) -> AsyncIterator[None] | Iterator[None]:
        yield None


class Slow(Source):
    async def lines(self) -> AsyncIterator[str]:
        await asyncio.sleep(0)
        yield "a"

    async def rows(self) -> AsyncIterator[str]:
        await asyncio.sleep(0)
        yield "a"

    async def pages(self):
        await asyncio.sleep(0)
        yield "a"

    async def columns(self):
        await asyncio.sleep(0)
        yield "a"

    async def anything(self) -> AsyncIterator[str]:
        await asyncio.sleep(0)
        yield "a"

    async def events(self) -> AsyncIterator[str]:
        await asyncio.sleep(0)
        yield "a"

    def words(self) -> Iterator[str]:
        return iter(["a"])

    async def on_line(self) -> None:
        await asyncio.sleep(0)


class Wrapped(Slow):
    def lines(self) -> AsyncIterator[str]:
        return super().lines()


class Futures(UserDict[str, Awaitable[str]]):
    async def __getitem__(self, key: str) -> str:
        await asyncio.sleep(0)
        return key


class Table:
    async def __getitem__(self, key: str) -> str:
        await asyncio.sleep(0)
        return key
