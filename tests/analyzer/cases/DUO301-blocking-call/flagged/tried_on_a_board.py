"""What only tries for a module of boards runs elsewhere as well."""

import time

try:
    import uasyncio as asyncio
except ImportError:
    import asyncio


async def report(port: int) -> None:
    time.sleep(1)  # expect: DUO301
    await asyncio.sleep(port)
