"""The block awaits what only the async twin of the manager gives, which stands beside it."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager


@contextmanager
def get_kitchen_key(shelf) -> Iterator[object]:
    yield shelf.key()


@asynccontextmanager
async def get_async_kitchen_key(shelf) -> AsyncIterator[object]:
    await asyncio.sleep(0)
    yield shelf.key()


class Pantry:
    def __enter__(self):
        return self

    def __exit__(self, *details: object) -> None:
        print("closed")


class AsyncPantry:
    async def __aenter__(self):
        await asyncio.sleep(0)
        return self

    async def __aexit__(self, *details: object) -> None:
        await asyncio.sleep(0)


async def cook(shelf) -> None:
    async with get_kitchen_key(shelf) as key:  # expect: DUO123
        await key.turn()
    async with Pantry() as pantry:  # expect: DUO123
        await pantry.take("salt")
    async with get_async_kitchen_key(shelf) as key, AsyncPantry() as pantry:
        await key.turn()
