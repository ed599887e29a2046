"""Another file asks the store too, and is mended by itself."""

import asyncio

from store import Store


async def sweep(store: Store) -> None:
    while True:
        store.drop("old")  # expect: DUO302
        await asyncio.sleep(60)
