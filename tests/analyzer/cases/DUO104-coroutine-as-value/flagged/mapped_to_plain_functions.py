"""What `map` is given goes to a function that needs the results."""

import asyncio


class Store:
    async def name(self) -> str:
        await asyncio.sleep(0)
        return "store"


def title(name: str) -> str:
    return name.title()


async def titles(store: Store, other: Store) -> list[str]:
    return list(map(title, [store.name(), other.name()]))  # expect: DUO104 | DUO106 | DUO108


async def lengths(stores: list[Store]) -> list[int]:
    return list(map(len, [store.name() for store in stores]))  # expect: DUO104 | DUO106 | DUO108


async def once(store: Store) -> str:
    return await store.name()
