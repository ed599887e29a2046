"""A class that nothing outside of its package names."""

import asyncio


class Motor:
    async def read_pressure(self, valve: int) -> float:
        await asyncio.sleep(0)
        return 1.0

    async def set_pressure(self, valve: int, pressure: float) -> None:
        await asyncio.sleep(0)
