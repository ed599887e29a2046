"""The task is an argument, an element or a yield, so that somebody else has it."""

import asyncio
from collections.abc import Iterator


async def work(name: str) -> str:
    await asyncio.sleep(0)
    return name


def watch(task: "asyncio.Task[str]") -> None:
    WATCHED.append(task)


WATCHED: "list[asyncio.Task[str]]" = []


def tasks(names: list[str]) -> "Iterator[asyncio.Task[str]]":
    for name in names:
        yield asyncio.create_task(work(name))


async def main(names: list[str]) -> None:
    watch(asyncio.create_task(work("a")))
    await asyncio.wait([asyncio.create_task(work(name)) for name in names])
    await asyncio.gather(*tasks(names))
    await asyncio.gather(asyncio.create_task(work("b")))
