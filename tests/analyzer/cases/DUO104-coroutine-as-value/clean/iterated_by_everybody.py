"""An empty async method stands for async generators, where everybody goes through what it gives."""

import abc
from collections.abc import AsyncIterator


class Source(abc.ABC):
    @abc.abstractmethod
    async def lines(self, name: str) -> AsyncIterator[str]: ...

    @abc.abstractmethod
    async def words(self, name: str) -> "AsyncIterator[str]": ...


class Reader:
    def __init__(self, source: Source) -> None:
        self.source = source

    async def read(self, name: str) -> None:
        async for line in self.source.lines(name):
            print(line)

    async def count(self, name: str) -> int:
        lines: AsyncIterator[str] = self.source.lines(name)
        number = 0
        async for _ in lines:
            number += 1
        return number
