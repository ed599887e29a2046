"""Async helpers are judged where they block; a generator runs when it is iterated, which happens on a thread."""

import asyncio
import time
from collections.abc import Iterator


async def pause() -> None:
    await asyncio.sleep(1)


def slow_lines() -> Iterator[str]:
    while True:
        time.sleep(1)
        yield "line"


def read_all() -> list[str]:
    return list(slow_lines())


async def main() -> None:
    await pause()
    lines = slow_lines()
    print(await asyncio.to_thread(next, lines))
    print(await asyncio.to_thread(read_all))


def collected(lines: Iterator[str]) -> list[str]:
    return [*lines]


async def handed_on() -> None:
    lines = await asyncio.to_thread(slow_lines)
    print(await asyncio.to_thread(collected, lines))
    print(await asyncio.to_thread(collected, slow_lines()))
