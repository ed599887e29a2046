"""Asks for a loop by guess."""

import asyncio


async def now() -> float:
    return asyncio.get_event_loop().time()  # expect: DUO402
