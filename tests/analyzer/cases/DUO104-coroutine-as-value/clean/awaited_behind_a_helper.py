"""What a library makes of a coroutine has a name that says nothing of one, and is awaited or run later."""

import asyncio

from courier.flow import carried, parcelled


class Parcel:
    async def send(self) -> int:
        await asyncio.sleep(0)
        return 1


async def send_first(parcels: list[Parcel]) -> int:
    return await parcels[0].send()


async def send_twice(parcel: Parcel) -> int:
    return await parcel.send() + await parcel.send()


async def send_and_look(parcel: Parcel) -> int:
    broadcast = carried(parcel.send())
    await asyncio.sleep(0.1)
    return await broadcast


async def send_with_others(parcel: Parcel) -> None:
    sending = parcel.send()
    first = parcelled(sending, retries=3)
    await asyncio.gather(first, asyncio.sleep(1))
