"""`async with` stands where `with` is needed."""

import asyncio
import contextlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Timer:
    def __enter__(self) -> "Timer":
        return self

    def __exit__(self, *details: object) -> None:
        print("done")


@contextmanager
def indented() -> Iterator[int]:
    yield 4


lock = threading.Lock()


async def run() -> None:
    async with Timer() as timer:  # expect: DUO123
        print(timer)
    async with indented() as depth:  # expect: DUO123
        print(depth)
    async with lock:  # expect: DUO123
        await asyncio.sleep(0)
    async with contextlib.suppress(OSError):  # expect: DUO123
        await asyncio.sleep(0)
