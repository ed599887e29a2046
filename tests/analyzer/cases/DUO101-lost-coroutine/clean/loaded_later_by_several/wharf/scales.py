"""Scales, with a function of a name that another module has as well."""

import asyncio


async def weigh(tons: float) -> None:
    await asyncio.sleep(tons)
