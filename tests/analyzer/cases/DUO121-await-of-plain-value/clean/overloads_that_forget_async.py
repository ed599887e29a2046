"""Overloads say what is given in the end, and the function that runs is async."""

import asyncio
from typing import Literal, overload


class Archive:
    @overload
    def find(self, words: str, as_text: Literal[True] = True) -> str: ...
    @overload
    def find(self, words: str, as_text: Literal[False]) -> list[dict[str, str]]: ...
    async def find(self, words: str, as_text: bool = True) -> str | list[dict[str, str]]:
        await asyncio.sleep(0)
        return words if as_text else [{"title": words}]


class Reader:
    def __init__(self, archive: Archive) -> None:
        self.archive = archive

    async def titles(self, words: str) -> list[str]:
        found = await self.archive.find(words, as_text=False)
        return [one["title"] for one in found]

    async def text(self, words: str) -> str:
        text = await self.archive.find(words)
        return text.strip()
