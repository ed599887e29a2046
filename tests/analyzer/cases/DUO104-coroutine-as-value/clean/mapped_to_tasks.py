"""What `map` is given goes to its function, one by one, which makes tasks or awaits."""

import asyncio


class Store:
    async def open(self) -> str:
        await asyncio.sleep(0)
        return "open"


async def logged(waiting) -> None:
    print(await waiting)


async def start(store: Store, other: Store) -> None:
    await asyncio.wait(map(asyncio.create_task, [store.open(), other.open()]))


async def start_all(stores: list[Store]) -> None:
    await asyncio.wait(map(asyncio.ensure_future, [store.open() for store in stores]))


async def start_by_name(stores: list[Store], group) -> None:
    list(map(group.create_task, [store.open() for store in stores]))
    await asyncio.gather(*map(lambda waiting: asyncio.wait_for(waiting, 1), [store.open() for store in stores]))


async def start_logged(stores: list[Store]) -> None:
    await asyncio.gather(*map(logged, [store.open() for store in stores]))


async def often(store: Store) -> list[str]:
    first = [await store.open(), await store.open(), await store.open(), await store.open()]
    return [*first, await store.open(), await store.open(), await store.open(), await store.open()]
