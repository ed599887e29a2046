"""Whoever gets here has imported the package before."""

import asyncio

from shop.host import host_name
from shop.version import get_version


async def banner() -> str:
    await asyncio.sleep(0)
    return f"{get_version()} on {host_name()}"
