"""A plain function calls methods of objects that others have made, of the names that async ones here have."""

import asyncio

import post


class Sorter:
    async def weigh_all_parcels(self, count: int) -> None:
        await asyncio.sleep(count)


def weigh(count: int) -> None:
    scale = post.Scale(count)
    scale.weigh_all_parcels(count)


def weigh_later(count: int) -> None:
    scale = make(count)
    scale.weigh_parcels(count)


def make(count: int):
    return post.SCALES[count]


class Weigher:
    async def weigh_parcels(self, count: int) -> None:
        await asyncio.sleep(count)
