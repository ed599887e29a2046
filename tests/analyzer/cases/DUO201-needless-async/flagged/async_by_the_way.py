"""Tools for an async host. They have uniform names."""

import asyncio


class Rooms:
    """The rooms of an async server."""

    def __init__(self) -> None:
        self.rooms: dict[str, int] = {}

    async def sort_rooms(self, limit: int) -> list[str]:  # expect: DUO201
        """Give the names in a consistent order."""
        return sorted(self.rooms)[:limit]

    async def first_room(self, name: str) -> str:  # expect: DUO201
        """Give the first room, for the async server; the name must be known."""
        return name if name in self.rooms else min(self.rooms)

    async def show(self) -> None:
        await asyncio.sleep(0)
        print(await self.sort_rooms(3), await self.first_room("a"))
