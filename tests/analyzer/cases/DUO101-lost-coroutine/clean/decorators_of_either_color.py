"""Decorators that change the color, although they have a wrapper for each, or leave it open what they give."""

import asyncio
import functools
from collections.abc import Callable
from typing import Any


def blocking(function: Callable) -> Callable:
    @functools.wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        return asyncio.run(function(*args, **kwargs))

    return wrapper


def timed(function: Callable) -> Callable:
    @functools.wraps(function)
    async def in_async(*args: Any, **kwargs: Any) -> Any:
        return await function(*args, **kwargs)

    @functools.wraps(function)
    def in_sync(*args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    return in_async if asyncio.iscoroutinefunction(function) else in_sync


class Source:
    def made(self) -> Any:
        return "nothing yet"


class AsyncSource(Source):
    async def made(self) -> Any:  # duotone: allow override-changes-color -- whoever asks for it knows the class
        return await asyncio.sleep(0, "something")


@blocking
async def refresh() -> None:
    await asyncio.sleep(0)


@timed
def log(text: str) -> None:
    print(text)


@timed
async def store(text: str) -> None:
    await asyncio.sleep(0)


async def main(source: Source) -> None:
    log("begin")
    await store("begin")
    print(await source.made())


refresh()
