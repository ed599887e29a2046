"""One method keeps a coroutine and another awaits it, while all others await theirs at once."""

import asyncio


class Kitchen:
    def __init__(self) -> None:
        self._soup = None
        self._bread = None

    async def cooked(self) -> str:
        await asyncio.sleep(0)
        return "soup"

    async def tasted(self) -> str:
        return await self.cooked() + await self.cooked()

    async def begin(self) -> None:
        self._soup = self.cooked()
        self._bread = self._bread or self.cooked()

    async def serve(self) -> str:
        return await self._soup + await asyncio.wait_for(self._bread, 1)
