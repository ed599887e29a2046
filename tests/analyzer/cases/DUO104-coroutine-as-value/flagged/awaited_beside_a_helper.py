"""A library gets a coroutine where others await it, and nothing is awaited later that was made of it."""

import asyncio

from courier.flow import carried, delivered


class Parcel:
    async def weigh(self) -> int:
        await asyncio.sleep(0)
        return 1


async def weigh_first(parcels: list[Parcel]) -> int:
    return await parcels[0].weigh()


async def weigh_twice(parcel: Parcel) -> int:
    return await parcel.weigh() + await parcel.weigh()


async def weigh_and_print(parcel: Parcel) -> None:
    await asyncio.sleep(0)
    label = carried(parcel.weigh())  # expect: DUO104
    print(label)


async def weigh_and_deliver(parcel: Parcel) -> None:
    await delivered(parcel.weigh())  # expect: DUO104


async def weigh_on_the_way(parcel: Parcel) -> None:
    way = delivered("home", parcel.weigh())  # expect: DUO104
    await way
