"""Where no loop is running, one that was asked for and is run on the spot may not be there either."""

import asyncio
from asyncio import TaskGroup


async def brew(cups: int) -> None:
    await asyncio.sleep(cups)


def brew_now(cups: int) -> None:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        asyncio.get_event_loop().run_until_complete(brew(cups))  # expect: DUO402


def brew_in(group: TaskGroup, cups: int) -> object:
    try:
        return group.create_task(brew(cups))
    except RuntimeError:
        return asyncio.get_event_loop().create_task(brew(cups))  # expect: DUO402
