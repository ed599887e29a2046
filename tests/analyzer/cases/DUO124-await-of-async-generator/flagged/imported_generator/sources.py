"""The generator is imported, inherited or overridden."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator


class Source(ABC):
    @abstractmethod
    def read(self) -> AsyncIterator[bytes]:
        """Give the chunks one by one."""


class FileSource(Source):
    async def read(self) -> AsyncIterator[bytes]:
        await asyncio.sleep(0)
        yield b""


async def chunks(size: int) -> AsyncIterator[bytes]:
    await asyncio.sleep(0)
    yield bytes(size)
