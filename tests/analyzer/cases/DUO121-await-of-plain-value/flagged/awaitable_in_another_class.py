"""A class is made of one that can be awaited no more than itself; another one that can be is none of its kind."""

from collections.abc import Generator
from typing import Any


class Change:
    def limit(self, count: int) -> "Change":
        return self


class ChangeOfOne(Change):
    def undo(self) -> None:
        pass


class Query:
    def __await__(self) -> Generator[Any, None, None]:
        yield


async def main(change: Change) -> None:
    await change.limit(1)  # expect: DUO121
    await ChangeOfOne().limit(2)  # expect: DUO121
    await Query()
