"""What an oven tells."""

import asyncio


async def get_heat(oven: dict[str, int]) -> int:  # expect: DUO201
    return oven["heat"]


async def get_state(oven: dict[str, int]) -> str:
    await asyncio.sleep(0)
    return f"{await get_heat(oven)} degrees"
