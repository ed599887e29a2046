"""The taker gives the coroutine back, and the caller awaits it."""

import asyncio
import concurrent.futures
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def apply(function: Callable[[str], T], name: str) -> T:
    print("applying to", name)
    return function(name)


async def load(name: str) -> str:
    await asyncio.sleep(0)
    return name


async def main(names: list[str]) -> list[str]:
    first = await apply(load, "a")
    rest = [await pending for pending in map(load, names)]
    return [first, *rest]


def in_worker(pool: concurrent.futures.Executor) -> str:
    return pool.submit(asyncio.run, load("a")).result()


async def each(names: list[str], function) -> None:
    pending = []
    for name in names:
        pending += [function(part) for part in name.split()]
    await asyncio.gather(*pending)


async def load_all() -> None:
    await each(["a b", "c"], load)
