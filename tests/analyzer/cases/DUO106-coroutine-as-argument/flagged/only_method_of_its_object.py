"""A plain function uses what one method of its parameter gives, or drops what the others do."""

import asyncio


class Base:
    async def shelf_names(self) -> list[str]:
        await asyncio.sleep(0)
        return []

    async def forget_all(self, text: str) -> None:
        await asyncio.sleep(0)


async def show(base: Base) -> None:
    print(await base.shelf_names(), await base.forget_all("a"))


def named(base) -> set[str]:
    return set(base.shelf_names())  # expect: DUO106


def emptied(base) -> set[str]:
    base.forget_all("a")  # expect: DUO101
    return set(base.shelf_names())  # expect: DUO106
