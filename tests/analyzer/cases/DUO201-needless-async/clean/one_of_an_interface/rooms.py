"""Whoever uses the lamps."""

from lamps import Lamp


async def prepare(lamp: Lamp) -> None:
    await lamp.set_level(3)
    await lamp.set_name("door")
    print(lamp.describe())
