"""Breaks where it is used, although its test lets loops nest."""

import asyncio


async def fetch(key: str) -> str:
    await asyncio.sleep(0)
    return key


def load(key: str) -> str:
    return asyncio.run(fetch(key))


async def handle(key: str) -> str:
    return load(key)  # expect: DUO401
