"""Lambdas get objects with async methods, and use what is plain about them, or make coroutines for somebody else."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable


class Sensor:
    name = ""

    async def read(self) -> dict[str, float]:
        await asyncio.sleep(0)
        return {"value": 0.0}

    def last(self) -> dict[str, float]:
        return {"value": 0.0}


def warmest(sensors: list[Sensor]) -> Sensor:
    sensors.sort(key=lambda sensor: sensor.name)
    return max(sensors, key=lambda sensor: sensor.last()["value"])


async def all_of(sensors: list[Sensor]) -> list[dict[str, float]]:
    return await asyncio.gather(*map(lambda sensor: sensor.read(), sensors))


async def each(sensors: Iterable[Sensor], step: Callable[[Sensor], Awaitable[dict[str, float]]]) -> list[float]:
    return [(await step(sensor))["value"] for sensor in sensors]


async def values(sensors: list[Sensor]) -> list[float]:
    return await each(sensors, lambda sensor: sensor.read())


def either(sensors: list[Sensor | dict[str, float]]) -> list[float]:
    return list(map(lambda one: one["value"] if isinstance(one, dict) else one.last()["value"], sensors))


def shadowed(sensors: list[Sensor], sensor: dict[str, float]) -> list[float]:
    return [read(0) for read in [lambda _number, sensor=sensor: sensor["value"] for _ in sensors]]
