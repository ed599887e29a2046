"""Switches that are off where they are defined, and that others turn on."""

import asyncio

EAGER = False
STRICT = False


async def shelved() -> None:
    await asyncio.sleep(0)


async def shelve() -> None:
    if EAGER:
        shelved()  # expect: DUO101
    if STRICT:
        shelved()  # expect: DUO101
