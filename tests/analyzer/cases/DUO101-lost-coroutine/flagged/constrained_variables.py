"""A type variable with constraints stands for one of them, and all of them have the method."""

import asyncio
from typing import Generic, TypeVar


class Kettle:
    async def boil(self) -> None:
        await asyncio.sleep(0)


class Pot:
    async def boil(self) -> None:
        await asyncio.sleep(0)


Vessel = TypeVar("Vessel", Kettle, Pot)


async def warm(vessel: Vessel) -> Vessel:
    vessel.boil()  # expect: DUO101
    return vessel


class Stove(Generic[Vessel]):
    def __init__(self, vessel: Vessel) -> None:
        self.vessel = vessel

    async def light(self) -> None:
        self.vessel.boil()  # expect: DUO101
