"""What an unannotated method gives depends on what its object is of, whichever of them was asked first."""

import asyncio
from typing import Generic, TypeVar

Held = TypeVar("Held")


class Pump:
    async def prime(self) -> None:
        await asyncio.sleep(1)


class Valve:
    def prime(self) -> None:
        print("a valve needs no priming")


class Crate(Generic[Held]):
    def __init__(self, content: Held) -> None:
        self.content = content

    @property
    def inside(self):
        return self.content

    def unpack(self):
        return self.content

    def each(self):
        yield self.content

    def wrapped(self):
        return Crate(self).wrapped() or self.content


def open_valve() -> None:
    crate = Crate(Valve())
    crate.unpack().prime()
    crate.inside.prime()
    for one in crate.each():
        one.prime()


def open_pump() -> None:
    crate = Crate(Pump())
    crate.unpack().prime()  # expect: DUO101
    crate.inside.prime()  # expect: DUO101
    for one in crate.each():
        one.prime()  # expect: DUO101


def open_another_valve(crate: Crate[Valve], spare: Crate[Pump]) -> None:
    spare.unpack().prime()  # expect: DUO101
    crate.unpack().prime()
    crate.wrapped()
