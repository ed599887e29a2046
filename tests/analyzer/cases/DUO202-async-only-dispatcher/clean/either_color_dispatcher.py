"""The dispatcher takes handlers of either color."""

import asyncio
import inspect


async def load(name: str) -> str:
    await asyncio.sleep(0)
    return name


def upper(name: str) -> str:
    return name.upper()


HANDLERS = {"load": load, "upper": upper}


async def dispatch(command: str, name: str) -> str:
    result = HANDLERS[command](name)
    if inspect.isawaitable(result):
        return await result
    return result
