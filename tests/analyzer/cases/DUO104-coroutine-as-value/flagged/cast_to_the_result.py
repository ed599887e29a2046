"""`cast` says that the result was meant."""

from __future__ import annotations

import asyncio
from typing import Any, cast


class Row:
    name = ""


async def execute(query: str) -> Any:
    await asyncio.sleep(0)
    return query


async def main() -> None:
    row = cast(Row, execute("select"))  # expect: DUO104
    print(row.name)
    print(await cast(Any, execute("insert")))
