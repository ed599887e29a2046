"""Cranes."""

import asyncio


class Crane:
    async def lift(self, tons: float) -> None:
        await asyncio.sleep(tons)


async def lower(tons: float) -> None:
    await asyncio.sleep(tons)
