"""The async class."""

import asyncio


class Node:
    async def cordon(self) -> None:
        await self.async_cordon()

    async def async_cordon(self) -> None:
        await asyncio.sleep(0)

    async def drain(self, *, hard: bool) -> int:
        await asyncio.sleep(0)
        return int(hard)

    async def count(self) -> int:
        await asyncio.sleep(0)
        return 1
