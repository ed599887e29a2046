"""A receiver of two classes, both of which have the async method: whichever it is, the result is a coroutine."""

import asyncio


class Disk:
    async def read_all(self) -> list[str]:
        await asyncio.sleep(0)
        return []


class Cloud:
    async def read_all(self) -> list[str]:
        await asyncio.sleep(0)
        return []


async def lines_of(store: Disk | Cloud) -> list[str]:
    return store.read_all()  # expect: DUO107


async def untyped_lines_of(store: Disk | Cloud):
    return store.read_all()  # expect: DUO107


async def forget(store: Disk | Cloud) -> None:
    lines = store.read_all()  # expect: DUO102


async def count(store: Disk | Cloud) -> int:
    await forget(store)
    return len(await lines_of(store)) + len(await untyped_lines_of(store))
