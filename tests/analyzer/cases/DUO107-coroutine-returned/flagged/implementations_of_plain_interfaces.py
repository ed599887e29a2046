"""A special method or an interface asks for a plain value."""

import asyncio
from collections.abc import Callable


async def length(name: str) -> int:
    await asyncio.sleep(0)
    return 0


class Collection:
    def __init__(self, name: str) -> None:
        self.name = name

    def __len__(self) -> int:
        return length(self.name)  # expect: DUO107

    def __contains__(self, item: str) -> bool:
        return length(item)  # expect: DUO107


def sizes(names: list[str]) -> dict[str, int]:
    measure: Callable[[str], int] = lambda name: length(name)  # noqa: E731  # may: DUO107
    return {name: measure(name) for name in names}


def nested(name: str) -> int:
    def inner() -> int:
        return length(name)  # expect: DUO107

    return inner()  # may: DUO107
