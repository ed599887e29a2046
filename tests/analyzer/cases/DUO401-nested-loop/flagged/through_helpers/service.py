"""The coroutines."""

import asyncio

from compat import Client, load_now, load_pair


async def page(name: str) -> str:
    await asyncio.sleep(0)
    return load_now(name)  # expect: DUO401


async def pages(name: str, client: Client) -> list[str]:
    await asyncio.sleep(0)
    found = load_pair(name)  # expect: DUO401
    found.append(client.get(name))  # expect: DUO401
    return found
