"""Who has the driver by its class."""

from drivers import Boiler


async def level(boiler: Boiler, name: str) -> str:
    found = await boiler.read_level(name)
    return found["level"]
