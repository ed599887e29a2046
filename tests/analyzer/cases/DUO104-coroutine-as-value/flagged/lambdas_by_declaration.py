"""What a lambda gets is told by the callee: a method of a container, a class of the standard library, a function here."""

import asyncio
from collections.abc import Callable, Iterable


class Sensor:
    async def read(self) -> dict[str, float]:
        await asyncio.sleep(0)
        return {"value": 0.0}


def each(sensors: Iterable[Sensor], step: Callable[[Sensor], float]) -> list[float]:
    return [step(sensor) for sensor in sensors]


def in_order(sensors: list[Sensor]) -> list[float]:
    sensors.sort(key=lambda sensor: sensor.read()["value"])  # expect: DUO104
    found = list(map(lambda sensor: sensor.read()["value"], sensors))  # expect: DUO104
    warm = filter(lambda sensor: sensor.read()["value"] > 0, sensors)  # expect: DUO104
    print(warm, sorted(sensors, key=lambda sensor: sensor.read().get("value", 0)))  # expect: DUO104
    return found + each(sensors, lambda sensor: sensor.read()["value"])  # expect: DUO104
