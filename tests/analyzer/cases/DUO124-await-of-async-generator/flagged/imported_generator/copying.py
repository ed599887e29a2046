"""Awaits what it should iterate."""

from sources import FileSource, Source, chunks


async def copy(source: Source, local: FileSource) -> bytes:
    first = await local.read()  # expect: DUO124
    second = await source.read()  # expect: DUO124 | DUO121
    return first + second + await chunks(3)  # expect: DUO124
