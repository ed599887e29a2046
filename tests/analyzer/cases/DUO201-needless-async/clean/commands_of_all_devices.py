"""All devices have async commands with one word in front, so those of one that never waits are like the others."""

import asyncio
from collections.abc import Callable


class Device:
    def __init__(self, write: Callable[[str], None]) -> None:
        self.write = write


class Heater(Device):
    async def set_degrees(self, degrees: int) -> None:
        await asyncio.sleep(0)
        self.write(f"{degrees}")


class Blind(Device):
    async def set_height(self, height: int) -> None:
        self.write(f"height {height}")

    async def set_angle(self, angle: int) -> None:
        self.write(f"angle {angle}")

    async def set_limit(self, limit: int) -> None:
        self.write(f"limit {limit}")
