"""A kitchen whose ovens are read by coroutines since the last version."""

import asyncio


class Oven:
    async def read(self) -> str:
        await asyncio.sleep(0)
        return "180"


async def open_oven() -> Oven:
    await asyncio.sleep(0)
    return Oven()
