"""A plain generator delegates to an async one, and a fixture or a method gives the stream."""

import asyncio
from collections.abc import AsyncIterator, Iterator


class Archive:
    async def files(self) -> AsyncIterator[str]:
        await asyncio.sleep(0)
        yield "a"


class Reader:
    def __init__(self, archive: Archive) -> None:
        self.archive = archive

    def names(self) -> Iterator[str]:
        yield from self.archive.files()  # expect: DUO122

    def sizes(self) -> dict[str, int]:
        return {name: len(name) for name in self.archive.files()}  # expect: DUO122

    def joined(self) -> str:
        return "".join(self.archive.files())  # expect: DUO122
