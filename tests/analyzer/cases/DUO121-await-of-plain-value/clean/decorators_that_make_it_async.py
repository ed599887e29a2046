"""A decorator takes async functions, gives async ones, and its annotation forgets to say so."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def retried(function: Callable[P, Awaitable[R]]) -> Callable[P, R]:
    @wraps(function)
    async def wrapper(*args: P.args, **kwargs: P.kwargs) -> R:
        await asyncio.sleep(0)
        return await function(*args, **kwargs)

    return wrapper


@retried
async def load(name: str) -> dict[str, str] | None:
    await asyncio.sleep(0)
    return {"name": name}


async def show() -> None:
    print(await load("lamp"))
