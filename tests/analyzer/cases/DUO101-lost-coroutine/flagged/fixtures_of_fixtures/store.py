"""What the fixtures give."""

import asyncio


class Shelf:
    async def clear(self) -> None:
        await asyncio.sleep(0)


class Store:
    def __init__(self) -> None:
        self.shelf = Shelf()

    async def close(self) -> None:
        await asyncio.sleep(0)
