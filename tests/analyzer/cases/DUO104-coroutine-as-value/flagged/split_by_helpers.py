"""Coroutines are given to a plain helper that splits them, and nothing of what comes back is awaited."""

import asyncio


class Parcel:
    async def weigh(self) -> int:
        await asyncio.sleep(0)
        return 1


def parts(items, size):
    for start in range(0, len(items), size):
        yield items[start : start + size]


async def weigh_first(parcels: list[Parcel]) -> int:
    return await parcels[0].weigh()


async def weigh_twice(parcel: Parcel) -> int:
    return await parcel.weigh() + await parcel.weigh()


async def weigh_in_parts(parcels: list[Parcel]) -> None:
    await asyncio.sleep(0)
    for part in parts([parcel.weigh() for parcel in parcels], 10):  # expect: DUO104
        print(part)
