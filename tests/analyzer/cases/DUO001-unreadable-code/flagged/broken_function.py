"""One function cannot be parsed; the others are read all the same."""

import asyncio


async def ping(host: str) -> None:
    await asyncio.sleep(0)


def broken(host: str) -> None:  # either: DUO001
    return ping(host]  # either: DUO001


def check(host: str) -> None:
    ping(host)  # expect: DUO101
