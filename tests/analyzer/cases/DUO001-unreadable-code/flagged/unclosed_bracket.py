"""A bracket is never closed, and the file ends."""

import asyncio


async def ping(host: str) -> None:
    await asyncio.sleep(0)


def check(host: str) -> None:
    ping(host)  # expect: DUO101


HOSTS = [  # either: DUO001
    "localhost",  # either: DUO001
    "example.org",  # either: DUO001
