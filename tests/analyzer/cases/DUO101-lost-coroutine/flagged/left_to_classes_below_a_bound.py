"""A type variable stands for any class below its bound, and only those have the method, which is async."""

import asyncio
from typing import Generic, TypeVar


class Parcel:
    street: str = ""


class TrackedParcel(Parcel):
    async def release_hold(self) -> None:
        await asyncio.sleep(0)


AnyParcel = TypeVar("AnyParcel", bound=Parcel)


class Shelf(Generic[AnyParcel]):
    last: AnyParcel


class Depot:
    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf

    def release(self) -> None:
        self.shelf.last.release_hold()  # expect: DUO101


def release(parcel: AnyParcel) -> AnyParcel:
    parcel.release_hold()  # expect: DUO101
    return parcel
