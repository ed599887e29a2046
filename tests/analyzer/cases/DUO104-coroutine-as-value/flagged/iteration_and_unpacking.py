"""A coroutine is iterated with `for`, unpacked, or starred."""

import asyncio


class Catalog:
    async def entries(self) -> list[str]:
        await asyncio.sleep(0)
        return []

    async def bounds(self) -> tuple[int, int]:
        await asyncio.sleep(0)
        return 0, 1

    async def options(self) -> dict[str, int]:
        await asyncio.sleep(0)
        return {}


def show(catalog: Catalog) -> None:
    for entry in catalog.entries():  # expect: DUO104
        print(entry)
    low, high = catalog.bounds()  # expect: DUO104
    print(low, high)


def collect(catalog: Catalog) -> list[str]:
    return [entry.upper() for entry in catalog.entries()]  # expect: DUO104


def merge(catalog: Catalog) -> list[str]:
    return ["first", *catalog.entries()]  # expect: DUO104


def describe(catalog: Catalog) -> dict[str, int]:
    return {"depth": 1, **catalog.options()}  # expect: DUO104


def later(catalog: Catalog) -> None:
    entries = catalog.entries()  # expect: DUO104
    for entry in entries:  # lost: DUO104
        print(entry)
