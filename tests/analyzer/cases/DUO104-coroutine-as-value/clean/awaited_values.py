"""The values are awaited where they are used, whatever the expression."""

import asyncio


class Store:
    async def row(self, key: str) -> dict[str, list[int]]:
        await asyncio.sleep(0)
        return {"values": [1]}

    async def keys(self) -> list[str]:
        await asyncio.sleep(0)
        return ["a"]

    async def size(self) -> int:
        await asyncio.sleep(0)
        return 1


async def total(store: Store) -> int:
    first, *rest = await store.keys()
    found = (await store.row(first))["values"][0]
    for key in await store.keys():
        found += (await store.row(key)).get("values", [0])[0]
    if await store.size() > 1 and "a" in await store.keys():
        return found + await store.size()
    return found if (await store.size()) == len(rest) else -(await store.size())


async def later(store: Store) -> int:
    row = store.row("a")
    row = await row
    return row["values"][0]


async def later_in_branches(store: Store, wait: bool) -> int:
    size = store.size()
    if wait:
        await asyncio.sleep(1)
    size = await size
    return size + 1
