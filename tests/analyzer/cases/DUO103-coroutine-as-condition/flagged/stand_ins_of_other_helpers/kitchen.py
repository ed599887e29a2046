"""Has a pantry, which is asked asynchronously."""

import asyncio


class Pantry:
    async def has_flour(self) -> bool:
        await asyncio.sleep(0)
        return True


class Kitchen:
    def __init__(self) -> None:
        self._pantry = Pantry()
