"""The model is dumped to a dictionary before it is read as one."""

import asyncio
from typing import Any

from pydantic import BaseModel


class Usage(BaseModel):
    tokens: int = 0


class Row:
    def __init__(self, **values: Any) -> None:
        self.__dict__.update(values)

    def to_dict(self) -> dict[str, Any]:
        return dict(self.__dict__)


async def usage() -> Usage:
    await asyncio.sleep(0)
    return Usage()


async def row() -> Row:
    await asyncio.sleep(0)
    return Row(name="a")


async def show() -> list[Any]:
    used = (await usage()).model_dump()
    found = (await row()).to_dict()
    return [used["tokens"], used.get("tokens"), found["name"], (await usage()).tokens]
