"""The name was declared to be the result before it was made to stand for the coroutine."""

import asyncio


class Archive:
    async def pack(self, name: str) -> bytes:
        await asyncio.sleep(0)
        return name.encode()


async def kept(archive: Archive, name: str, *, is_wanted: bool) -> bytes | None:
    packed: bytes | None = None
    if is_wanted:
        try:
            packed = archive.pack(name)  # expect: DUO102 | DUO104
        finally:
            await asyncio.sleep(0)
    return packed


async def passed(archive: Archive, name: str, show) -> None:
    packed: bytes
    packed = archive.pack(name)  # expect: DUO102 | DUO104
    show(packed)


async def refilled(archive: Archive, packed: bytes, show) -> None:
    if not packed:
        packed = archive.pack("empty")  # expect: DUO102 | DUO104
    show(packed)
