"""A docstring says that the function has to be async, since that decides where it runs."""

import asyncio


class State:
    def __init__(self) -> None:
        self.rooms: dict[str, int] = {}

    async def remove(self, name: str) -> None:
        """Forget a room. Needs to be an async method, so that nothing but the loop runs it."""
        self.rooms.pop(name, None)

    async def clear(self, names: list[str]) -> None:
        for name in names:
            await self.remove(name)
            await asyncio.sleep(0)
