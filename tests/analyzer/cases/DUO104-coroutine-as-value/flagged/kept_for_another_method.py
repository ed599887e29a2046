"""One method keeps a coroutine, and another gives it away as the result that everybody else awaits."""

import asyncio
from typing import Any


class Kitchen:
    def __init__(self) -> None:
        self._soup = None

    async def cooked(self) -> str:
        await asyncio.sleep(0)
        return "soup"

    async def tasted(self) -> str:
        return await self.cooked() + await self.cooked()

    async def begin(self) -> None:
        self._soup = self.cooked()  # expect: DUO104

    def serve(self, plate: Any) -> str:
        return plate(self._soup)
