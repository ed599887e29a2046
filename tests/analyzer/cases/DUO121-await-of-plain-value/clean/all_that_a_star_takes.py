"""Who writes `*jobs: List[Coroutine]` may mean all of them, since each is awaited, or given as one."""

import asyncio
from collections.abc import Coroutine
from typing import Any, List


async def in_order(*jobs: List[Coroutine[Any, Any, int]]) -> list[int]:
    return [await job for job in jobs]


async def in_groups(*groups: list[Coroutine]) -> None:
    for group in groups:
        await asyncio.gather(*group)


async def one() -> int:
    await asyncio.sleep(0)
    return 1


async def main() -> None:
    await in_order(one(), one())
    await in_groups([one()], [one()])
