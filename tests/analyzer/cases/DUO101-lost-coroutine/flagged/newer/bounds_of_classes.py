"""The type parameters of a class have bounds and constraints, as those of a function do."""

import asyncio


class Kettle:
    async def boil(self) -> None:
        await asyncio.sleep(0)


class Pot:
    async def boil(self) -> None:
        await asyncio.sleep(0)


class Stove[Vessel: Kettle]:
    def __init__(self, vessel: Vessel) -> None:
        self.vessel = vessel

    async def light(self) -> None:
        self.vessel.boil()  # expect: DUO101


async def warm[Vessel: (Kettle, Pot)](vessel: Vessel) -> None:
    vessel.boil()  # expect: DUO101
