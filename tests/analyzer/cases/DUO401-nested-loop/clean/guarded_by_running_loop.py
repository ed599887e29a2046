"""The helper looks whether a loop is running and goes another way there."""

import asyncio
import concurrent.futures


async def load(name: str) -> str:
    await asyncio.sleep(0)
    return name


def load_now(name: str) -> str:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(load(name))
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, load(name)).result()


def load_checked(name: str) -> str:
    loop = asyncio.new_event_loop()
    if loop.is_running():
        raise RuntimeError("await load() instead")
    try:
        return loop.run_until_complete(load(name))
    finally:
        loop.close()


def load_later(name: str, loop: asyncio.AbstractEventLoop) -> None:
    try:
        is_running = loop.is_running()
    except NotImplementedError:
        is_running = False
    if is_running:
        asyncio.run_coroutine_threadsafe(load(name), loop)
    else:
        loop.run_until_complete(load(name))


async def load_in_the_background(name: str) -> None:
    await asyncio.sleep(0)
    load_later(name, asyncio.get_running_loop())


def main() -> None:
    print(load_now("a"), load_checked("b"))
