"""A coroutine is used as a value inside a lambda, a key, a comprehension."""

import asyncio


class Sensor:
    async def read(self) -> dict[str, float]:
        await asyncio.sleep(0)
        return {"value": 0.0}


def warmest(sensors: list[Sensor]) -> Sensor:
    return max(sensors, key=lambda sensor: sensor.read()["value"])  # expect: DUO104


def values(sensors: list[Sensor]) -> list[float]:
    return [sensor.read()["value"] for sensor in sensors]  # expect: DUO104


def table(sensors: dict[str, Sensor]) -> dict[str, float]:
    return {name: sensor.read().get("value", 0.0) for name, sensor in sensors.items()}  # expect: DUO104
