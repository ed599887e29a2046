"""A receiver of two classes whose methods differ in color, and one whose coroutine is passed on on purpose."""

import asyncio


class Disk:
    async def read_all(self) -> list[str]:
        await asyncio.sleep(0)
        return []

    async def close_all(self) -> None:
        await asyncio.sleep(0)


class Cloud:
    async def read_all(self) -> list[str]:
        await asyncio.sleep(0)
        return []

    def close_all(self) -> None:
        print("closed")


def reading(store: Disk | Cloud):
    return store.read_all()


def closing(store: Disk | Cloud):
    return store.close_all()


async def later(store: Disk | Cloud):
    return store.read_all()


async def count(store: Disk | Cloud) -> int:
    closing(store)
    first = store.read_all()
    second = await later(store)
    return len(await reading(store)) + len(await first) + len(await second)
