"""Streams across the colors: sync code reads tokens as they come, async code reads rows without blocking its loop."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing

from duotone import aiterate, iterate


async def tokens() -> AsyncIterator[str]:
    """Stand for a model that streams its answer."""
    try:
        for token in ("two", "colors", "one", "stream", "that", "nobody", "reads"):
            await asyncio.sleep(0.001)
            yield token
    finally:
        print("the model was told to stop")


def rows() -> Iterator[tuple[int]]:
    """Read from a connection, which belongs to the thread that made it."""
    with closing(sqlite3.connect(":memory:")) as connection:
        yield from connection.execute("with t(n) as (values (1), (2), (3)) select n * n from t")


def read_a_few(count: int) -> list[str]:
    """Read from sync code, and leave early: the generator is closed on its own loop."""
    with closing(iterate(tokens(), timeout=5)) as stream:
        return [token for token, _ in zip(stream, range(count), strict=False)]


async def read_all() -> list[int]:
    """Read from async code: every step, the first and the last included, is on one thread."""
    return [square async for (square,) in aiterate(rows())]


def main() -> None:
    print(read_a_few(4))
    print(asyncio.run(read_all()))


if __name__ == "__main__":
    main()
