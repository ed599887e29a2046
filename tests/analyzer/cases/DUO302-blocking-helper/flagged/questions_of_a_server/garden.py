"""What a command runs starts something beside it, or is awaited by others as well that do."""

import asyncio
from collections.abc import Awaitable, Callable

from asking import confirmed


async def water(bed: str) -> None:
    await asyncio.sleep(len(bed))


async def change_plan(bed: str) -> None:
    watering = asyncio.create_task(water(bed))
    await ask(bed)
    if confirmed(f"water {bed}? "):  # expect: DUO302
        await watering


async def ask(bed: str) -> None:
    await water(bed)
    if confirmed(f"water {bed} again? "):  # expect: DUO302
        await water(bed)


async def serve(bed: str) -> None:
    watering = asyncio.create_task(water(bed))
    await ask(bed)
    await watering


def run_once(action: Callable[[str], Awaitable[None]], bed: str) -> None:
    asyncio.run(action(bed))


def main(command: str) -> None:
    if command == "plan":
        run_once(change_plan, "roses")
    elif command == "ask":
        run_once(ask, "roses")
    else:
        asyncio.run(serve("roses"))
