"""A file that becomes a test once somebody has written what stands in angles."""

import asyncio


async def test_<name>_waits() -> None:
    await asyncio.sleep(0)
