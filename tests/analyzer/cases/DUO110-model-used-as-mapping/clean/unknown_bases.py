"""The model may have what is used: an unknown base, a `__getattr__`, an unknown return."""

import asyncio
from dataclasses import asdict, dataclass
from typing import Any

from vendor_sdk import Document


class Note(Document):
    text: str


class Loose:
    def __getattr__(self, name: str) -> Any:
        return name


@dataclass
class Point:
    x: int

    def __getitem__(self, index: int) -> int:
        return (self.x,)[index]


class Store:
    async def note(self) -> Note:
        await asyncio.sleep(0)
        return Note()

    async def loose(self) -> Loose:
        await asyncio.sleep(0)
        return Loose()

    async def point(self) -> Point:
        await asyncio.sleep(0)
        return Point(1)

    async def anything(self, name: str):
        return await vendor_lookup(name)


async def vendor_lookup(name: str) -> Any:
    await asyncio.sleep(0)
    return name


async def show(store: Store) -> list[object]:
    note, loose, point = await store.note(), await store.loose(), await store.point()
    found = await store.anything("a")
    return [note.get("text"), note["text"], loose.get("a"), point[0], found["a"], asdict(point)["x"]]
