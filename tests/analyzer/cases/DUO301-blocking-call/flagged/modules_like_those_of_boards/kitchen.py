"""Modules of the project have the names of those that boards have."""

import asyncio
import time

import machine
import network


async def cook(degrees: int) -> None:
    machine.heat(network.reach(degrees))
    time.sleep(1)  # expect: DUO301
    await asyncio.sleep(1)
