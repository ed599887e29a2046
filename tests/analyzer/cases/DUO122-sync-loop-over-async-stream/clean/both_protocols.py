"""A class that is both iterable and async iterable may be used with `for`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator


class Stream:
    def __init__(self) -> None:
        self.items = ["a"]

    def __iter__(self) -> Iterator[str]:
        return iter(self.items)

    async def __aiter__(self) -> AsyncIterator[str]:
        for item in self.items:
            await asyncio.sleep(0)
            yield item


def read(stream: Stream) -> list[str]:
    for item in stream:
        print(item)
    return list(stream)


async def read_later(stream: Stream) -> list[str]:
    return [item async for item in stream]
