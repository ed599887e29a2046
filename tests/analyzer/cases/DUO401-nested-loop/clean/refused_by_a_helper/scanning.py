"""A plain face that asks the guard first, and callers on a loop that get an error from there."""

import asyncio

from guards import refuse_loops


async def scan_async(name: str) -> str:
    return await fetch(name)


def scan(name: str) -> str:
    refuse_loops("scan")
    return asyncio.run(scan_async(name))


async def handle(name: str, is_local: bool) -> str:
    return scan(name) if is_local else await scan_async(name)
