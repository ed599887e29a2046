"""A test that is given something else tells nothing of a function that only one branch awaits."""

import asyncio

from toolbox import is_open


class Door:
    async def close(self) -> None:
        await asyncio.sleep(0)


async def leave(door: Door) -> None:
    if is_open(door):
        await door.close()
    else:
        door.close()  # expect: DUO101


async def leave_early(door: Door) -> None:
    if is_open(door):
        return await door.close()
    door.close()  # expect: DUO101
