"""A table of functions has fields with the names of methods, which are async in a class of another kind."""

import asyncio
from collections.abc import Callable, Iterator

SetupMethod = Callable[[str], Iterator[str]]


class Session:
    async def setup(self, name: str) -> str:
        await asyncio.sleep(0)
        return name

    async def begin(self) -> None:
        await self.setup("a")


class Methods:
    setup: SetupMethod
    finish: Callable[[], None]


async def main(tables):
    for methods in tables.values():
        for part in methods.setup("a"):
            print(part)
