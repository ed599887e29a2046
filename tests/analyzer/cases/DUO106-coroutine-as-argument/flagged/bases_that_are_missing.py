"""The classes have a base that isn't there to be read, and are what the coroutines would give all the same."""

import asyncio
import dataclasses
from typing import Any, TypeVar, cast

from not_installed import Serializable

Item = TypeVar("Item")


@dataclasses.dataclass
class Album(Serializable):
    title: str


@dataclasses.dataclass
class Single(Serializable):
    title: str


@dataclasses.dataclass
class Track(Serializable):
    title: str
    album: Album | Single | None


class Shelf(list[Item]):
    def append(self, item: Item) -> None:
        if item not in self:
            super().append(item)


async def find_album(title: str) -> Album:
    await asyncio.sleep(0)
    return Album(title)


async def find_any(title: str) -> Album | Single:
    await asyncio.sleep(0)
    return Single(title)


async def ask(question: str) -> Any:
    await asyncio.sleep(0)
    return question


def keep(record: Album | Single) -> None:
    print(record)


async def make_track(title: str) -> Track:
    return Track(title, album=find_album(title))  # expect: DUO106


async def collect(titles: list[str]) -> None:
    shelf: Shelf[Album | Single] = Shelf()
    for title in titles:
        keep(find_any(title))  # expect: DUO106
        shelf.append(find_album(title))  # expect: DUO106


async def narrow(title: str) -> str:
    album = cast(Album, find_any(title))  # expect: DUO104
    return album.title


async def trust(title: str) -> Album | Single:
    return cast(Album | Single, ask(title))  # expect: DUO104
