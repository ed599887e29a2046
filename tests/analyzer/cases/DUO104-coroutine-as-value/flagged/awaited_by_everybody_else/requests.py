"""A request whose body is awaited wherever it is asked for."""

from __future__ import annotations

import asyncio


class Request:
    async def body(self) -> bytes:
        await asyncio.sleep(0)
        return b""

    async def text(self) -> str:
        return (await self.body()).decode()

    async def size(self) -> int:
        return len(await self.body())

    async def is_empty(self) -> bool:
        return not await self.body()
