"""A task gets a callback, and somebody holds it as well."""

import asyncio
from collections.abc import Callable

Told = Callable[["asyncio.Task[str]"], None]


async def work(name: str) -> str:
    await asyncio.sleep(1)
    return name


class Owner:
    def start(self, name: str, told: Told) -> None:
        task = asyncio.create_task(work(name))
        task.add_done_callback(told)
        self.task = task


def started(name: str, told: Told) -> "asyncio.Task[str]":
    task = asyncio.create_task(work(name))
    task.add_done_callback(told)
    return task


async def meanwhile(name: str, told: Told) -> None:
    task = asyncio.create_task(work(name))
    task.add_done_callback(told)
    await asyncio.sleep(10)


def stopped_by_another(name: str, told: Told) -> Callable[[], None]:
    def stop(now: bool = True) -> None:
        task.cancel()

    task = asyncio.create_task(work(name))
    task.add_done_callback(told)
    return stop
