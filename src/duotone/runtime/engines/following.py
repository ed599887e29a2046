"""Who watches a run that is driven elsewhere: told of its events as they come into the log."""

from __future__ import annotations

import asyncio

from duotone.runtime._async.watching import AsyncWatch
from duotone.runtime.log import AsyncLog

__all__ = ["Follower"]


class Follower:
    """Shows the events of one run to its watchers, in their order, each once."""

    def __init__(self, log: AsyncLog, run: str, watch: AsyncWatch, after: int) -> None:
        """Begin past the event `after`."""
        self._log = log
        self._run = run
        self._watch = watch
        self._after = after
        self._is_over = False
        self._waiting: asyncio.Task[int] | None = None
        self._task = asyncio.get_running_loop().create_task(self._follow())

    async def stop(self) -> None:
        """Show what is left, and follow no longer."""
        self._is_over = True
        if self._waiting is not None:
            self._waiting.cancel()
        await self._task
        await self._catch_up()

    async def _follow(self) -> None:
        while not self._is_over:
            last = await self._log.last()
            await self._catch_up()
            self._waiting = asyncio.get_running_loop().create_task(self._log.wait(last))
            await asyncio.wait({self._waiting})

    async def _catch_up(self) -> None:
        events = await self._log.read_run(self._run, after=self._after)
        if events:
            self._after = events[-1].id
            await self._watch.show(events)
