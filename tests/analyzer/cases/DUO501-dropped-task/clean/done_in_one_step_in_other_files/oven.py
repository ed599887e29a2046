"""Waits for nothing but time."""

import asyncio


class Oven:
    async def warm(self, degrees: int) -> None:
        await asyncio.sleep(degrees)
