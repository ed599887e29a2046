"""An async generator promises values and yields a coroutine."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Generic, TypeVar

T = TypeVar("T")


class Reader:
    async def read(self, size: int) -> bytes:
        await asyncio.sleep(0)
        return b"x" * size

    async def chunks(self) -> AsyncIterator[bytes]:
        for size in (1, 2):
            yield self.read(size)  # expect: DUO107

    async def lines(self) -> AsyncGenerator[bytes, None]:
        yield await self.read(1)
        while chunk := self.read(2):  # expect: DUO103 | DUO107
            yield chunk


class Feed(Generic[T]):
    async def take(self) -> T:
        await asyncio.sleep(0)
        raise LookupError

    async def items(self) -> AsyncIterator[T]:
        while True:
            yield self.take()  # expect: DUO107
