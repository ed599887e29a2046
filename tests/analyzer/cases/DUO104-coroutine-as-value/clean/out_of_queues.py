"""What a client of a package that can't be read gives is the package's, whatever its methods are called."""

import asyncio

import lanes


class Parcel:
    async def read_label(self, kind: str) -> tuple[str, int]:
        await asyncio.sleep(0)
        return kind, 1


class Sorter:
    def __init__(self) -> None:
        self.office = lanes.Client()

    async def add(self, parcel: Parcel) -> None:
        await parcel.read_label("first")

    async def sort(self) -> None:
        parcel = await self.office.get()
        street, number = parcel.read_label("street")
        print(street, number)
