"""The plain override gives an object with `__getattr__`, which `await` never asks."""

import asyncio


class Record:
    def __init__(self, fields: dict[str, str]) -> None:
        self._fields = fields

    def __getattr__(self, name: str) -> str:
        return self._fields[name]


class Table:
    async def first(self) -> Record:
        await asyncio.sleep(0)
        return Record({})


class Cache(Table):
    def first(self) -> Record:  # expect: DUO601
        return Record({"name": "cached"})
