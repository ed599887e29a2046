"""A command runs one coroutine, alone on its loop, beside another command that has more to do."""

import asyncio
import getpass
from collections.abc import Awaitable, Callable

from asking import confirmed


async def water(bed: str) -> None:
    await asyncio.sleep(len(bed))


async def change_plan(bed: str) -> None:
    if confirmed(f"water {bed}? "):
        await water(bed)
    await change_key()


async def change_key() -> None:
    key = getpass.getpass()
    await water(key)


async def serve(bed: str) -> None:
    watering = asyncio.create_task(water(bed))
    await asyncio.sleep(3600)
    await watering


def run_once(action: Callable[[str], Awaitable[None]], bed: str) -> None:
    loop = asyncio.new_event_loop()
    try:
        loop.run_until_complete(action(bed))
    except KeyboardInterrupt:
        print("left as it was")
    finally:
        loop.close()


async def name_bed() -> None:
    await water(input("which bed? "))
    await water(input("and then? "))


def main(command: str) -> None:
    if command == "plan":
        run_once(change_plan, "roses")
    elif command == "name":
        asyncio.run(name_bed())
    else:
        asyncio.run(serve("roses"))
