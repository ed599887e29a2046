"""The tasks put something into a queue that is never full, which takes one step, and the loop holds them until then."""

import asyncio


class Post:
    def __init__(self) -> None:
        self.letters = asyncio.Queue()
        self.parcels: asyncio.Queue[str] = asyncio.Queue()

    async def _drop(self, box: asyncio.Queue, item: str) -> None:
        await box.put(item)

    async def _drop_parcel(self, item: str) -> None:
        await self.parcels.put(item)

    def send(self, item: str) -> None:
        asyncio.create_task(self._drop(self.letters, item))
        asyncio.create_task(self._drop_parcel(item))
