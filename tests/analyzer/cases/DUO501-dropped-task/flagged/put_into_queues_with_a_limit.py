"""The tasks put something into a queue that may be full, or wait for something else too."""

import asyncio


class Post:
    def __init__(self) -> None:
        self.letters = asyncio.Queue()
        self.parcels = asyncio.Queue(maxsize=3)

    async def _drop(self, box: asyncio.Queue, item: str) -> None:
        await box.put(item)

    async def _deliver(self, item: str) -> None:
        await self.letters.put(item)
        await self.letters.join()

    def send(self, item: str) -> None:
        asyncio.create_task(self._drop(self.parcels, item))  # expect: DUO501
        asyncio.create_task(self._deliver(item))  # expect: DUO501
