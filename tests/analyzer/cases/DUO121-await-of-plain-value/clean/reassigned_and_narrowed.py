"""What is awaited was reassigned, narrowed, or is one of several things."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable


async def job() -> int:
    await asyncio.sleep(0)
    return 1


def pick(late: bool):
    if late:
        return job()
    return asyncio.sleep(0, 1)


class Worker:
    def __init__(self) -> None:
        self.task: asyncio.Task[int] | None = None
        self.pending = None

    def start(self) -> None:
        self.task = asyncio.create_task(job())
        self.pending = job()

    async def stop(self) -> None:
        if self.task:
            await self.task
        if self.pending is not None:
            await self.pending


async def main(value: int | Awaitable[int]) -> int:
    if inspect.isawaitable(value):
        return await value
    if not isinstance(value, int):
        return await value
    work = None
    for _ in range(3):
        work = job()
        await work
    return await pick(True)
