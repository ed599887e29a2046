"""A list, a tuple, a set or a dict literal holds coroutines that are used as values."""

import asyncio


class Sensor:
    async def celsius(self) -> float:
        await asyncio.sleep(0)
        return 20.0


def warmest(inside: Sensor, outside: Sensor) -> float:
    return max([inside.celsius(), outside.celsius()])  # expect: DUO108 | DUO106


def difference(inside: Sensor, outside: Sensor) -> float:
    readings = (inside.celsius(), outside.celsius())  # expect: DUO108
    return readings[0] - readings[1]  # lost: DUO108


def report(inside: Sensor) -> str:
    readings = {"inside": inside.celsius()}  # expect: DUO108
    return f"{readings['inside']:.1f} °C"  # lost: DUO108


def is_warm(inside: Sensor) -> bool:
    readings = [inside.celsius()]  # expect: DUO108
    return readings[0] > 25  # lost: DUO108
