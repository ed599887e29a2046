"""A plain function uses at once whatever several methods of its parameter give, so that it is given a plain object."""

import asyncio


class Base:
    async def shelf_names(self) -> list[str]:
        await asyncio.sleep(0)
        return []

    async def find_all(self, text: str) -> list[str]:
        await asyncio.sleep(0)
        return []


async def show(base: Base) -> None:
    print(await base.shelf_names(), await base.find_all("a"))


def is_complete(base) -> bool:
    names = set(base.shelf_names())
    found = {row for row in base.find_all("a")}
    return names > found
