"""The handlers do suspend, so the dispatcher is right to await them."""

import asyncio


async def load(name: str) -> str:
    await asyncio.sleep(0)
    return name


async def store(name: str) -> str:
    await asyncio.sleep(0)
    return name


HANDLERS = {"load": load, "store": store}


async def dispatch(command: str, name: str) -> str:
    return await HANDLERS[command](name)
