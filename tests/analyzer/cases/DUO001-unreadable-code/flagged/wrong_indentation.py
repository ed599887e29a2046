"""A line is indented in no way that fits."""

import asyncio


async def ping(host: str) -> None:
    await asyncio.sleep(0)


def check(host: str) -> None:
    ping(host)  # expect: DUO101


def broken(host: str) -> str:
        first = host  # either: DUO001
    return first  # either: DUO001
