"""Coroutines are given to plain helpers that split them or pass them on, and what comes back is gathered or awaited."""

import asyncio


class Parcel:
    async def send(self) -> int:
        await asyncio.sleep(0)
        return 1


def parts(items, size):
    for start in range(0, len(items), size):
        yield items[start : start + size]


def halves(items):
    return items[: len(items) // 2], items[len(items) // 2 :]


async def send_first(parcels: list[Parcel]) -> int:
    return await parcels[0].send()


async def send_twice(parcel: Parcel) -> int:
    return await parcel.send() + await parcel.send()


async def send_last(parcels: list[Parcel]) -> int:
    return await parcels[-1].send() + await parcels[-2].send()


async def send_in_parts(parcels: list[Parcel]) -> None:
    sorted_out = parts([parcel.send() for parcel in parcels], 10)
    for part in sorted_out:
        await asyncio.gather(*part)


async def send_halves(parcels: list[Parcel]) -> None:
    found = [parcel.send() for parcel in parcels]
    left, right = halves(found)
    await asyncio.gather(*left)
    for one in right:
        await one
