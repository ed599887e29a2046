"""Objects that can be awaited and have attributes of their own, as query builders and requests have."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from typing import Any


class Query:
    def __init__(self, table: str) -> None:
        self.table = table
        self.limits: list[int] = []

    def limit(self, count: int) -> Query:
        self.limits.append(count)
        return self

    async def _run(self) -> list[str]:
        await asyncio.sleep(0)
        return [self.table]

    def __await__(self) -> Generator[Any, None, list[str]]:
        return self._run().__await__()

    def __aiter__(self) -> Query:
        return self

    async def __anext__(self) -> str:
        await asyncio.sleep(0)
        raise StopAsyncIteration


def select(table: str) -> Query:
    return Query(table)


async def main() -> list[str]:
    query = select("runs").limit(3)
    print(query.table, query.limits[0])
    rows = await query
    async for row in select("runs"):
        rows.append(row)
    return rows + await select("users").limit(1)
