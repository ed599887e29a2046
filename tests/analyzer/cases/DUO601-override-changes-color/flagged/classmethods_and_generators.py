"""Class methods, static methods and generators keep their color, too."""

import asyncio
from collections.abc import AsyncIterator, Iterator


class Source:
    @classmethod
    async def connect(cls, url: str) -> "Source":
        await asyncio.sleep(0)
        return cls()

    async def lines(self) -> AsyncIterator[str]:
        await asyncio.sleep(0)
        yield "a"


class FileSource(Source):
    @classmethod
    def connect(cls, url: str) -> "Source":  # expect: DUO601
        return cls()

    def lines(self) -> Iterator[str]:  # expect: DUO601
        yield "a"


async def read(source: type[Source]) -> list[str]:
    found = await source.connect("file")
    return [line async for line in found.lines()]
