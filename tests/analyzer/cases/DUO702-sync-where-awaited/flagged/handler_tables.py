"""A plain function stands in a table whose entries are awaited."""

import asyncio


async def load(name: str) -> str:
    await asyncio.sleep(0)
    return name


async def save(name: str) -> str:
    await asyncio.sleep(0)
    return name


def show(name: str) -> str:
    return name


HANDLERS = {
    "load": load,
    "save": save,
    "show": show,  # either: DUO702
}


async def dispatch(command: str, name: str) -> str:
    return await HANDLERS[command](name)  # either: DUO702  # may: DUO121
