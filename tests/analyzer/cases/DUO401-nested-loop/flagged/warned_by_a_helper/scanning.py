"""A plain face that goes on in any case."""

import asyncio

from guards import mention_loops


async def scan_async(name: str) -> str:
    return await fetch(name)


def scan(name: str) -> str:
    mention_loops("scan")
    return asyncio.run(scan_async(name))


async def handle(name: str, is_local: bool) -> str:
    return scan(name) if is_local else await scan_async(name)  # expect: DUO401
