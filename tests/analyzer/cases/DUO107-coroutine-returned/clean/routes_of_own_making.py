"""A project may say that its own decorators give back what they are given, and mean something else."""

import asyncio
import functools
from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def at_once(tag: str) -> Callable[[F], F]:
    def decorate(function):
        @functools.wraps(function)
        def run(*args: Any, **kwargs: Any) -> Any:
            return asyncio.run(function(*args, **kwargs))

        return run

    return decorate


@at_once("parcels")
async def parcels() -> list[str]:
    await asyncio.sleep(0)
    return ["one"]


def first_parcel() -> str:
    found = parcels()
    return found[0]
