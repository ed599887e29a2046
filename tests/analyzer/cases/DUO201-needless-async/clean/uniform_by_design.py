"""Tools for a host that awaits whatever it is given.

All functions here are ``async`` so that they have one calling convention, even where what they do takes no time.
"""

import asyncio


async def list_rooms(rooms: dict[str, int]) -> list[str]:
    return sorted(rooms)


async def count_rooms(rooms: dict[str, int]) -> int:
    return len(await list_rooms(rooms))


async def open_room(rooms: dict[str, int], name: str) -> None:
    await asyncio.sleep(0)
    rooms[name] = 1
