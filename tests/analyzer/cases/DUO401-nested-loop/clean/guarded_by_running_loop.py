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


def main() -> None:
    print(load_now("a"), load_checked("b"))
