"""A task gets a callback and nothing else: it holds the callback, and nobody holds the task."""

import asyncio
from collections.abc import Callable


async def work(name: str) -> str:
    await asyncio.open_connection(name, 80)
    return name


def start(name: str, told: Callable[["asyncio.Task[str]"], None] | None) -> None:
    task = asyncio.create_task(work(name))  # expect: DUO501
    if told is not None:
        task.add_done_callback(told)


def start_and_say(name: str) -> None:
    def say(future: "asyncio.Future[str]") -> None:
        print(future.result())

    future = asyncio.ensure_future(work(name))  # expect: DUO501
    future.add_done_callback(say)


def start_at_once(name: str, told: Callable[["asyncio.Task[str]"], None]) -> None:
    asyncio.create_task(work(name)).add_done_callback(told)  # expect: DUO501
