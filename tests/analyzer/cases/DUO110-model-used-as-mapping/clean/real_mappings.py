"""The awaited value is a dictionary, a mapping of the project, or has what is used."""

from __future__ import annotations

import asyncio
from collections import UserDict
from collections.abc import Mapping
from typing import Any, TypedDict


class Row(TypedDict, total=False):
    name: str


class Headers(Mapping[str, str]):
    def __getitem__(self, key: str) -> str:
        return key

    def __iter__(self):
        return iter(())

    def __len__(self) -> int:
        return 0


class Record:
    def get(self, key: str, default: Any = None) -> Any:
        return getattr(self, key, default)

    def __getitem__(self, key: str) -> Any:
        return getattr(self, key)


class Options(UserDict):
    pass


class Api:
    async def row(self) -> Row:
        await asyncio.sleep(0)
        return {"name": "a"}

    async def headers(self) -> Headers:
        await asyncio.sleep(0)
        return Headers()

    async def record(self) -> Record:
        await asyncio.sleep(0)
        return Record()

    async def options(self) -> Options:
        await asyncio.sleep(0)
        return Options()


async def show(api: Api) -> list[object]:
    row, record = await api.row(), await api.record()
    return [row["name"], row.get("name"), (await api.headers()).get("a"), record["a"], (await api.options())["b"]]
