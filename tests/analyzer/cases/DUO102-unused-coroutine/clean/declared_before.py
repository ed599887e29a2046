"""A name is declared to be a result, and what it stands for in between is awaited."""

import asyncio
from collections.abc import Awaitable


class Archive:
    async def pack(self, name: str) -> bytes:
        await asyncio.sleep(0)
        return name.encode()


async def awaited_later(archive: Archive, packed: bytes) -> bytes:
    if not packed:
        packed = archive.pack("empty")
        packed = await packed
    return packed


async def with_room(archive: Archive, show) -> None:
    packed: bytes | Awaitable[bytes]
    packed = archive.pack("a")
    show(packed)


async def another(archive: Archive, show) -> None:
    packed: bytes = b""
    show(packed)

    async def inner() -> None:
        packed = archive.pack("a")
        show(await packed)

    await inner()
