"""The annotation names a class that can't be awaited, and every class that is made of it can."""

import asyncio
from collections.abc import Generator
from typing import Any


class Change:
    def __init__(self, title: str) -> None:
        self.title = title

    def limit(self, count: int) -> "Change":
        return self


class ChangeOfOne(Change):
    def __await__(self) -> Generator[Any, None, str]:
        yield from asyncio.sleep(0).__await__()
        return self.title


class ChangeOfAll(Change):
    def __await__(self) -> Generator[Any, None, list[str]]:
        yield from asyncio.sleep(0).__await__()
        return [self.title]


class Shelf:
    def __init__(self, kind: type[Change]) -> None:
        self.kind = kind
        self.last: Change = kind("atlas")

    def change(self, title: str) -> Change:
        return self.kind(title)


async def main(shelf: Shelf) -> None:
    await shelf.change("atlas")
    await shelf.change("atlas").limit(1)
    await shelf.last
    await asyncio.gather(shelf.change("atlas"))
