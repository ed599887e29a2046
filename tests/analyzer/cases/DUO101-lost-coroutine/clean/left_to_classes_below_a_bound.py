"""One of the classes below the bound of a type variable has a plain method, or a class that isn't below it has all."""

import asyncio
from typing import Generic, TypeVar


class Parcel:
    street: str = ""


class TrackedParcel(Parcel):
    async def release_hold(self) -> None:
        await asyncio.sleep(0)


class SmallParcel(Parcel):
    def release_hold(self) -> None:
        self.street = ""


class Robot:
    async def lift_it_up(self) -> None:
        await asyncio.sleep(0)


AnyParcel = TypeVar("AnyParcel", bound=Parcel)
Anything = TypeVar("Anything")


class Shelf(Generic[AnyParcel, Anything]):
    last: AnyParcel
    helper: Anything


class Depot:
    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf

    def release(self) -> None:
        self.shelf.last.release_hold()

    def lift(self) -> None:
        self.shelf.helper.lift_it_up()
