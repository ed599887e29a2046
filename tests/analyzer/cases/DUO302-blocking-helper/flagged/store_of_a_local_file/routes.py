"""Whatever a file asks of such a store is told once, since it is mended together."""

import asyncio

from store import Marks, Store


async def show(store: Store) -> None:
    print(store.all())  # expect: DUO302
    await asyncio.sleep(0)


async def shorten(store: Store, marks: Marks) -> None:
    if store.count() > 3:
        store.drop("old")
    print(marks.sorted())  # expect: DUO302
    await asyncio.sleep(0)
