"""What runs is async, though its overloads say only what is given in the end."""

import asyncio
from typing import Literal, overload


class Archive:
    @overload
    def find(self, words: str, as_text: Literal[True] = True) -> str: ...
    @overload
    def find(self, words: str, as_text: Literal[False]) -> list[str]: ...
    async def find(self, words: str, as_text: bool = True) -> str | list[str]:
        await asyncio.sleep(0)
        return words if as_text else [words]


async def text(archive: Archive, words: str) -> str:
    found = archive.find(words)  # expect: DUO104
    return found.strip()
