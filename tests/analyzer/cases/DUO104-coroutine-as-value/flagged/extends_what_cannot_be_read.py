"""Whatever is extended wants elements, also where its class is not known."""

import asyncio

from messages import Chain


async def parts(name: str) -> list[str]:
    await asyncio.sleep(0)
    return [name]


async def chained(name: str) -> Chain:
    chain = Chain()
    chain.extend(await parts(name))
    chain.extend(parts(name))  # expect: DUO104
    return chain


async def added(found, name: str) -> None:
    found.extend(parts(name))  # expect: DUO104
