"""Starts loops inside a running one, which works once the start of the program has allowed it."""

import asyncio

from startup import prepare


async def fetch(key: str) -> str:
    await asyncio.sleep(0)
    return key


def load(key: str) -> str:
    return asyncio.run(fetch(key))


async def handle(key: str) -> str:
    return load(key)


async def main() -> str:
    prepare()
    return asyncio.run(fetch("key"))
