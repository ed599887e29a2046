"""A coroutine is passed to a function of another file that awaits or schedules its parameter."""

import asyncio
import time
from collections.abc import Awaitable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


async def timed(label: str, work: Awaitable[T]) -> T:
    start = time.perf_counter()
    try:
        return await work
    finally:
        print(label, time.perf_counter() - start)


async def quietly(work):
    try:
        return await work
    except OSError:
        return None


class Background:
    def __init__(self) -> None:
        self.tasks = set()

    def spawn(self, work: Coroutine[Any, Any, object]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)


def run_sync(work):
    return asyncio.run(work)
