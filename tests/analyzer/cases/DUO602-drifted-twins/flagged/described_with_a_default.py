"""What describes a parameter has its default in it, which the twin lacks."""

import asyncio

from pydantic import Field, validate_call


@validate_call
def put_sync(key: str, notes: str = Field("", description="what to say of it")) -> str:
    return f"{key} {notes}"


async def put(key: str, notes: str) -> str:  # expect: DUO602
    await asyncio.sleep(0)
    return f"{key} {notes}"


class Shelf:
    @validate_call
    def take(self, key: str, reason: str = Field(default="sold", description="why it is taken")) -> str:
        return key + reason

    def look(self, key: str, words: list[str] = Field(default_factory=list)) -> str:
        return key.join(words)


class AsyncShelf:
    async def take(self, key: str, reason: str) -> str:  # expect: DUO602
        await asyncio.sleep(0)
        return key + reason

    async def look(self, key: str, words: list[str]) -> str:  # expect: DUO602
        await asyncio.sleep(0)
        return key.join(words)
