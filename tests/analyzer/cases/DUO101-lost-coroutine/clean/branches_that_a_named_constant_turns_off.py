"""Sources of two colors, in which a constant with a name says which branches belong to this one."""

import asyncio
import threading
import time
import unittest

import pytest

_IS_SYNC = False
COLOR = "async"
WORKERS = 0
LEGACY: bool = False


async def gather(*parts: str) -> None:
    await asyncio.sleep(0)


class Library:
    if _IS_SYNC:
        lock: threading.Lock

        def __del__(self) -> None:
            gather("atlas")

    else:
        lock: asyncio.Lock

    async def close(self) -> None:
        async with self.lock:
            if not _IS_SYNC:
                return
        time.sleep(3)

    async def open(self, shelf: str) -> None:
        if _IS_SYNC and gather(shelf):
            gather(shelf)
        if COLOR == "sync" or WORKERS:
            gather(shelf)
        elif LEGACY is True:
            gather(shelf)
        gather(shelf) if _IS_SYNC else await gather(shelf)
        found = gather(shelf) if not COLOR else shelf
        self.shelf = found.upper()


class LibraryTests(unittest.TestCase):
    @unittest.skipUnless(_IS_SYNC, "in the plain color alone")
    def test_closing(self) -> None:
        Library().close()

    @unittest.skipIf(COLOR == "async", "in the plain color alone")
    def test_opening(self) -> None:
        Library().open("atlas")


@pytest.mark.skipif(not _IS_SYNC, reason="in the plain color alone")
def test_gathering() -> None:
    gather("atlas")
