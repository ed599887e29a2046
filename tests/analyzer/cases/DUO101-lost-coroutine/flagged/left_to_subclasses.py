"""A class has no such method, and those that are made of it have an async one: a plain function calls it and is done."""

import asyncio


class Parcel:
    street: str = ""


class TrackedParcel(Parcel):
    async def release_hold(self) -> None:
        await asyncio.sleep(0)


class Depot:
    parcels: list[Parcel]

    def parcel(self, number: int) -> Parcel:
        return self.parcels[number]


def release(depot: Depot, number: int | None) -> None:
    if number is not None:
        depot.parcel(number).release_hold()  # expect: DUO101
    else:
        for parcel in depot.parcels:
            parcel.release_hold()  # expect: DUO101
