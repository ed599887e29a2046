"""A plain generator is one, whatever its annotation says."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Any


class Splitter:
    def split(self, text: str) -> AsyncGenerator[str, None]:
        for part in text.split():
            yield part

    def pairs(self, text: str) -> "AsyncGenerator[Any, None]":
        for part in self.split(text):
            yield part, len(part)


async def store(splitter: Splitter, texts: list[str]) -> list[str]:
    stored = []
    for text in texts:
        parts = splitter.split(text)
        for part in parts:
            await asyncio.sleep(0)
            stored.append(part)
        stored.extend(f"{part} {size}" for part, size in splitter.pairs(text))
    return stored
