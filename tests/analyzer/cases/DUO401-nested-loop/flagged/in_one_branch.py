"""A helper starts a loop unless there is nothing to do."""

import asyncio


async def load(name: str) -> str:
    await asyncio.sleep(0)
    return name


def load_now(name: str) -> str:
    if name:
        return asyncio.run(load(name))
    return ""


async def main(name: str) -> str:
    await asyncio.sleep(0)
    return load_now(name)  # expect: DUO401
