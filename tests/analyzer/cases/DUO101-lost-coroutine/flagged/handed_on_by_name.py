"""A name that says it is async, and by which several classes hand on to one another what they are asked for."""

import asyncio


class Lamp:
    async def warm_up_async(self) -> None:
        await asyncio.sleep(0)


class Room:
    def __init__(self, lamps):
        self.lamps = lamps

    async def warm_up_async(self) -> None:
        for lamp in self.lamps:
            if hasattr(lamp, "warm_up_async"):
                lamp.warm_up_async()  # expect: DUO101


class House:
    def __init__(self, rooms):
        self.rooms = rooms

    async def warm_up_async(self) -> None:
        for room in self.rooms:
            await room.warm_up_async()
