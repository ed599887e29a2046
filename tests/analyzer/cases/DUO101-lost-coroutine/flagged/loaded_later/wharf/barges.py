"""Barges."""

import asyncio


class Barge:
    async def moor(self) -> None:
        await asyncio.sleep(1)


async def unload(tons: float) -> None:
    await asyncio.sleep(tons)
