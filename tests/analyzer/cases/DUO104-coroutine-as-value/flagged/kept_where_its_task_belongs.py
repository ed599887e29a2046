"""An attribute is declared to hold a task, which awaiting the coroutine would give."""

import asyncio


class Host:
    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None

    async def _connect(self) -> asyncio.Task[None]:
        await asyncio.sleep(0)
        return asyncio.create_task(asyncio.sleep(60))

    async def start(self) -> None:
        self._task = self._connect()  # expect: DUO104

    async def stop(self) -> None:
        if self._task is not None:
            await self._task
