"""An attribute holds a task, or is declared to have room for coroutines that give one as well."""

import asyncio
from collections.abc import Awaitable


class Host:
    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None
        self._next: Awaitable[asyncio.Task[None]] | None = None

    async def _connect(self) -> asyncio.Task[None]:
        await asyncio.sleep(0)
        return asyncio.create_task(asyncio.sleep(60))

    async def start(self) -> None:
        self._task = await self._connect()
        self._next = self._connect()

    async def stop(self) -> None:
        if self._task is not None and self._next is not None:
            await self._task
            await self._next
