"""Helpers with loops, plain context managers, comprehensions and tries, none of which suspends."""

import asyncio
import contextlib
import threading

lock = threading.Lock()


async def merge(rows: list[dict[str, int]]) -> dict[str, int]:  # expect: DUO201
    total: dict[str, int] = {}
    for row in rows:
        for name, count in row.items():
            total[name] = total.get(name, 0) + count
    return total


async def first_number(texts: list[str]) -> int | None:  # expect: DUO201
    for text in texts:
        with contextlib.suppress(ValueError), lock:
            return int(text)
    return None


async def titles(rows: list[dict[str, str]]) -> list[str]:  # expect: DUO201
    try:
        return [row["title"].strip() for row in rows]
    except KeyError:
        return []


async def report(rows: list[dict[str, int]], texts: list[str]) -> None:
    print(await merge(rows), await first_number(texts), await titles([]))
    await asyncio.sleep(0)
