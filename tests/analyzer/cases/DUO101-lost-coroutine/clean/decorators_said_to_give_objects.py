"""A decorator that says no more than that calls give an object, and begins what it is given."""

import asyncio
import functools
from collections.abc import Callable, Coroutine
from typing import Any

_tasks: set[asyncio.Task[object]] = set()


def begun(function: Callable[..., Coroutine[Any, Any, object]]) -> Callable[..., object]:
    @functools.wraps(function)
    def wrapper(*args: object, **kwargs: object) -> object:
        task = asyncio.create_task(function(*args, **kwargs))
        _tasks.add(task)
        task.add_done_callback(_tasks.discard)
        return task

    return wrapper


@begun
async def saw_plank(length: int) -> str:
    await asyncio.sleep(length)
    return "plank"


async def build() -> None:
    saw_plank(1)
    await asyncio.sleep(2)
