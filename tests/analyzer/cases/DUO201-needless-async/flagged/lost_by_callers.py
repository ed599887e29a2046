"""Callers that await it do so for nothing, and callers that don't lose what a plain function would give them."""

import asyncio


async def is_local(url: str) -> bool:  # expect: DUO201
    return url.startswith("file:")


async def opened(url: str) -> str:
    await asyncio.sleep(0)
    return "local" if await is_local(url) else "remote"


def described(url: str) -> str:
    if is_local(url):  # expect: DUO103
        return "a file"
    return "an address"
