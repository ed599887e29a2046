"""Tests and helpers that ask a constant of another file, in branches and through a decorator."""

import asyncio

from colors import IS_SYNC, context


async def shelved() -> None:
    await asyncio.sleep(0)


async def shelve() -> None:
    if IS_SYNC:
        shelved()
    else:
        await shelved()


class ShelfTests:
    @context.require_sync
    def test_shelving(self) -> None:
        shelved()
