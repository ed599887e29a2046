"""The only class that has the method."""

import asyncio


class Shelves:
    async def create_storage(self) -> None:
        await asyncio.sleep(0)
