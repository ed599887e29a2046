"""What comes out of the queue of a package that can't be read is what the project has put there."""

import asyncio

import lanes


class Parcel:
    async def read_label(self, kind: str) -> tuple[str, int]:
        await asyncio.sleep(0)
        return kind, 1


class Sorter:
    def __init__(self) -> None:
        self.waiting = lanes.LongQueue()

    async def add(self, parcel: Parcel) -> None:
        await parcel.read_label("first")
        await self.waiting.put(parcel)

    async def sort(self) -> None:
        while True:
            parcel = await self.waiting.get()
            street, number = parcel.read_label("street")  # expect: DUO104
            print(street, number)
