"""What is above gives the coroutine of another, as it is declared to."""

import asyncio
from collections.abc import Awaitable


async def measured(peak: str) -> float:
    await asyncio.sleep(0)
    return float(len(peak))


class Guide:
    def height_of(self, peak: str) -> Awaitable[float]:
        """How high a peak is."""
        return measured(peak)


class Map(Guide):
    async def height_of(self, peak: str):
        return super().height_of(peak)  # expect: DUO107
