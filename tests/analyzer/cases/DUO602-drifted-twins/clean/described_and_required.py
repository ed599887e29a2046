"""What describes a parameter in the place of its default leaves it required, as it is in the twin."""

import asyncio
from typing import Annotated

from fastapi import Body, Depends, Query
from pydantic import Field, validate_call


def current_shelf() -> str:
    return "upper"


@validate_call
def put_sync(key: str, notes: dict[str, str] = Field(..., description="what to say of it")) -> str:
    return f"{key} {notes}"


async def put(key: str, notes: dict[str, str]) -> str:
    await asyncio.sleep(0)
    return f"{key} {notes}"


class Shelf:
    @validate_call
    def take(self, key: str, reason: str = Field(description="why it is taken")) -> str:
        return key + reason

    def look(self, key: str, limit: int = Query(default=..., ge=1), page: int = Body(...)) -> str:
        return key * limit * page

    def list(self, prefix: str, shelf: str = Depends(current_shelf)) -> str:
        return prefix + shelf


class AsyncShelf:
    async def take(self, key: str, reason: str) -> str:
        await asyncio.sleep(0)
        return key + reason

    async def look(self, key: str, limit: Annotated[int, Query(ge=1)], page: int) -> str:
        await asyncio.sleep(0)
        return key * limit * page

    async def list(self, prefix: str, shelf: Annotated[str, Depends(current_shelf)]) -> str:
        await asyncio.sleep(0)
        return prefix + shelf
