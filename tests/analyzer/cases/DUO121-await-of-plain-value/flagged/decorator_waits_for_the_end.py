"""A decorator is declared to make plain methods, and so it does."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def blocking(function: Callable[P, Awaitable[R]]) -> Callable[P, R]:
    @wraps(function)
    def wrapper(self, *args, timeout=None, **kwargs) -> R:
        future = asyncio.run_coroutine_threadsafe(function(self, *args, **kwargs), self.loop)
        return future.result(timeout)

    return wrapper


class States:
    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop

    @blocking
    async def find_state(self, name: str) -> dict[str, str] | None:
        await asyncio.sleep(0)
        return {"name": name}


async def show(states: States) -> None:
    print(await states.find_state("lamp"))  # expect: DUO121
