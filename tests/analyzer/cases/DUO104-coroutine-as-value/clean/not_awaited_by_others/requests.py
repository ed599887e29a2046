"""A job that is gathered as often as it is awaited, and one that is handed to something that runs it."""

from __future__ import annotations

import asyncio
from typing import Any


async def fetch(number: int) -> int:
    await asyncio.sleep(0)
    return number


async def check(number: int) -> bool:
    return await ping(number)


async def ping(number: int) -> bool:
    await asyncio.sleep(0)
    return bool(number)


async def all_of_them() -> list[int]:
    return await asyncio.gather(fetch(1), fetch(2), fetch(3))


async def one() -> int:
    return await fetch(4)


async def kept(values: dict[str, Any]) -> None:
    values["job"] = fetch(5)


async def handed_over(pool: Any) -> None:
    pool.spawn(ping(1))
    job = ping(2)
    pool.run_later(job)
