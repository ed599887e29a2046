"""The helper asks whether its loop is running, and only says so."""

import asyncio


async def load(name: str) -> str:
    await asyncio.sleep(0)
    return name


def load_now(name: str, loop: asyncio.AbstractEventLoop) -> str:
    is_running = loop.is_running()
    print(is_running)
    return loop.run_until_complete(load(name))


async def load_in_the_background(name: str) -> str:
    await asyncio.sleep(0)
    return load_now(name, asyncio.get_running_loop())  # expect: DUO401
