"""The callers give away what they get, and everybody else awaits the function whose coroutine is returned."""

import asyncio
from typing import TypeVar, cast

T = TypeVar("T")


class Archive:
    async def load(self, name: str):
        await asyncio.sleep(0)
        return name


async def newest(archive: Archive):
    return archive.load("newest")  # expect: DUO107


async def shown(archive: Archive, screen) -> None:
    screen.show(await newest(archive))


async def as_kind(archive: Archive, kind: type[T]) -> T:
    return cast(T, archive.load("kind"))  # expect: DUO107


async def first_and_last(archive: Archive):
    return await archive.load("first"), await archive.load("last")
