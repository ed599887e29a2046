"""A method is called with what it doesn't take, or what only a method in its place takes; either way nothing runs."""

import asyncio
from typing import Protocol


class Lamp:
    async def dim(self, level: int) -> None:
        await asyncio.sleep(level)

    @classmethod
    async def bought(cls, watts: int) -> "Lamp":
        await asyncio.sleep(watts)
        return cls()


class Radio:
    async def tune(self, station: str) -> None:
        await asyncio.sleep(len(station))


class PocketRadio(Radio):
    async def tune(self, station: str, volume: int = 1) -> None:
        await asyncio.sleep(volume)


class Clock(Protocol):
    async def wind(self) -> None: ...


async def evening(lamp: Lamp, radio: Radio, clock: Clock) -> None:
    lamp.dim(1, 2)  # expect: DUO101
    lamp.dim()  # expect: DUO101
    Lamp.dim(lamp, 1)  # expect: DUO101
    Lamp.bought(1, 2)  # expect: DUO101
    radio.tune("jazz", 2)  # expect: DUO101
    radio.tune("jazz")  # expect: DUO101
    clock.wind(2)  # expect: DUO101
    await lamp.dim(1)
