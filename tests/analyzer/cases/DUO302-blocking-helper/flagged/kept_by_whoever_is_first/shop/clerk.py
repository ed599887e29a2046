"""What is kept may be too old, or not be there."""

import asyncio

from shop.host import host_name
from shop.prices import prices, stock
from shop.version import new_version


async def banner() -> str:
    await asyncio.sleep(0)
    version = new_version()  # expect: DUO302
    return f"{version} on {host_name()}"  # expect: DUO302


async def offer() -> bytes:
    await asyncio.sleep(0)
    return prices()  # expect: DUO302


async def count() -> bytes:
    await asyncio.sleep(0)
    return stock()  # expect: DUO302
