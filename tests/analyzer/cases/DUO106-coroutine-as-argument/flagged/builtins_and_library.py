"""A coroutine is given to a builtin or a function of the standard library."""

import asyncio
import math
import os.path
import pathlib
from datetime import datetime


class Device:
    async def samples(self) -> list[float]:
        await asyncio.sleep(0)
        return []

    async def folder(self) -> str:
        await asyncio.sleep(0)
        return "."

    async def interval(self) -> float:
        await asyncio.sleep(0)
        return 1.0


async def record(device: Device) -> None:
    print(len(device.samples()))  # expect: DUO106 | DUO104
    print(sum(device.samples()))  # expect: DUO106 | DUO104
    print(sorted(device.samples()))  # expect: DUO106 | DUO104
    print(int(device.interval()))  # expect: DUO106 | DUO104
    print(math.floor(device.interval()))  # expect: DUO106 | DUO104
    print(pathlib.Path(device.folder()))  # expect: DUO106
    print(os.path.join(device.folder(), "a.csv"))  # expect: DUO106
    print(datetime.fromtimestamp(device.interval()))  # expect: DUO106
    await asyncio.sleep(device.interval())  # expect: DUO106
