"""The name of a station is remembered: whoever asks first waits for it; by the day it is looked up again each time."""

import asyncio
import functools
import socket


@functools.lru_cache(maxsize=1)
def station() -> str:
    return socket.getfqdn()


@functools.cache
def peer(day: str) -> str:
    return socket.gethostbyname(f"{day}.example.org")


def route(day: str) -> str:
    return peer(day)


async def answer() -> str:
    await asyncio.sleep(0)
    return station()


async def beat() -> None:
    name = station()  # expect: DUO302
    while True:
        await asyncio.sleep(1)
        print(name)


async def forward(day: str) -> str:
    await asyncio.sleep(0)
    return route(day)  # expect: DUO302


async def main() -> None:
    task = asyncio.create_task(beat())
    await asyncio.sleep(5)
    task.cancel()
