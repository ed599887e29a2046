"""What a typed dictionary describes is a dictionary, which nobody can await."""

from typing import TypedDict

import typing_extensions


class Entry(TypedDict):
    path: str
    data: str


class Sized(typing_extensions.TypedDict, total=False):
    size: int


class Page(Entry):
    number: int


def loaded(entry: Entry):
    entry["data"] = entry["path"].upper()
    return entry


def sized(page: Page) -> Sized:
    return {"size": len(page["data"])}


async def shown(entry: Entry, page: Page) -> int:
    await loaded(entry)  # expect: DUO121
    found = await sized(page)  # expect: DUO121
    return found["size"]
