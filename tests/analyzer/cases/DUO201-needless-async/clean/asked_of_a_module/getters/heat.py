"""What an oven tells, each in the color that the kitchen awaits."""

import asyncio


async def get_heat(oven: dict[str, int]) -> int:
    return oven["heat"]


async def get_state(oven: dict[str, int]) -> str:
    await asyncio.sleep(0)
    return f"{await get_heat(oven)} degrees"
