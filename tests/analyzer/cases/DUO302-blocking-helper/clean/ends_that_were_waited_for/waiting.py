"""Waits until something is done, without holding up the loop."""

import asyncio
from typing import Any


async def until_done(order: Any) -> None:
    while not order.done():
        await asyncio.sleep(0.1)
