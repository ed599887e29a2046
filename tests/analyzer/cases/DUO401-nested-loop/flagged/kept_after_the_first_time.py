"""A client that is made once, by whoever comes first, and that is always a coroutine."""

import asyncio


async def connected() -> str:
    await asyncio.sleep(0)
    return "client"


_client: str | None = None


def get_client() -> str:
    global _client
    if _client is None:
        _client = asyncio.run(connected())
    return _client


async def handle() -> str:
    client = get_client()  # expect: DUO401
    await asyncio.sleep(0)
    return client


def run() -> None:
    asyncio.run(handle())
