"""A decorator is declared to make plain methods, and its wrapper gives a task to whoever calls it on the loop."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def anywhere(function: Callable[P, Awaitable[R]]) -> Callable[P, R]:
    @wraps(function)
    def wrapper(self, *args, timeout=None, **kwargs) -> R:
        coro = function(self, *args, **kwargs)
        if self.thread == threading.get_ident():
            task = asyncio.create_task(coro)
            self.tasks.add(task)
            return task
        return asyncio.run_coroutine_threadsafe(coro, self.loop).result(timeout)

    return wrapper


class States:
    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.thread = threading.get_ident()
        self.loop = loop
        self.tasks = set()

    @anywhere
    async def find_state(self, name: str) -> dict[str, str] | None:
        await asyncio.sleep(0)
        return {"name": name}


async def show(states: States) -> None:
    print(await states.find_state("lamp"))


def show_from_a_thread(states: States) -> None:
    print(states.find_state("lamp"))


def look_up(states) -> list[str]:
    return sorted(states.find_state("lamp"))
