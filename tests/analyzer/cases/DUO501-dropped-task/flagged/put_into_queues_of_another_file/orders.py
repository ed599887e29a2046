"""Takes orders into a queue with a limit, or out of it."""

import asyncio


class Orders:
    def __init__(self) -> None:
        self._dishes: asyncio.Queue[str] = asyncio.Queue(3)

    async def take(self, dish: str) -> None:
        if not dish:
            raise ValueError(dish)
        await self._dishes.put(dish)

    async def serve(self) -> str:
        return await self._dishes.get()
