"""A run that is driven elsewhere, as whoever asked for it waits for its end, and its watchers see it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from duotone.runtime._async.engine import AsyncEngine
from duotone.runtime._async.watching import AsyncWatch
from duotone.runtime.crew.endings import fault_of
from duotone.runtime.engines.jobs import BodyJob, TurnJob, WorkflowJob
from duotone.runtime.events import Append, Draft
from duotone.runtime.log import AsyncLog
from duotone.runtime.outcomes import RunResult
from duotone.runtime.shielding import shielded

__all__ = ["Follower", "followed", "waited"]

_Waiting = Callable[[], Coroutine[Any, Any, RunResult]]


async def waited(ground: AsyncEngine, job: WorkflowJob | BodyJob, result: _Waiting) -> RunResult:
    """Wait for the end of a run that was begun, and show its events to its watchers meanwhile.

    Who is cancelled wants it to end, and waits for that.
    """
    watch = ground.watch(job.on_event)
    if watch is None:
        return await _awaited(ground, job, result)
    after = 0 if job.row is None else await ground.log.last()
    follower = Follower(ground.log, job.run, watch, after)
    try:
        standing = await _awaited(ground, job, result)
    finally:
        await shielded(follower.stop)
    watch.settle()
    return standing


async def _awaited(ground: AsyncEngine, job: WorkflowJob | BodyJob, result: _Waiting) -> RunResult:
    try:
        return await result()
    except asyncio.CancelledError as error:
        await shielded(_end, ground, job, result, error)
        raise


async def _end(ground: AsyncEngine, job: WorkflowJob | BodyJob, result: _Waiting, error: BaseException) -> None:
    reason = fault_of(error).message or type(error).__name__
    draft = Draft("signal.cancel", {"by": "caller", "reason": reason}, job.run)
    await ground.log.append(Append(job.session, [draft]))
    await ground.port.tell(job.run, draft)
    await result()


async def followed(
    ground: AsyncEngine, job: TurnJob, followers: dict[str, Follower], work: Callable[[], Coroutine[Any, Any, None]]
) -> None:
    """Let something be done for a turn, and show the events of that to its watchers meanwhile.

    Who shows them is among the `followers` as long, by the run of the turn.
    """
    watchers = (*ground.watchers, *job.setting.on_event)
    if not watchers:
        await work()
        return
    watch = AsyncWatch(watchers, ground.errors)
    after = 0 if job.row is None else await ground.log.last()
    follower = followers[job.run] = Follower(ground.log, job.run, watch, after)
    try:
        await work()
    finally:
        del followers[job.run]
        await shielded(follower.stop)
    watch.settle()


class Follower:
    """Shows the events of one run to its watchers, in their order, each once."""

    def __init__(self, log: AsyncLog, run: str, watch: AsyncWatch, after: int) -> None:
        """Begin past the event `after`."""
        self._log = log
        self._run = run
        self._watch = watch
        self._after = after
        self._is_over = False
        self._showing = asyncio.Lock()
        self._waiting: asyncio.Task[int] | None = None
        self._task = asyncio.get_running_loop().create_task(self._follow())

    async def stop(self) -> None:
        """Show what is left, and follow no longer."""
        self._is_over = True
        if self._waiting is not None:
            self._waiting.cancel()
        await self._task
        await self.catch_up()

    async def _follow(self) -> None:
        while not self._is_over:
            last = await self._log.last()
            await self.catch_up()
            self._waiting = asyncio.get_running_loop().create_task(self._log.wait(last))
            await asyncio.wait({self._waiting})

    async def catch_up(self) -> None:
        """Show what has come into the log so far."""
        async with self._showing:
            events = await self._log.read_run(self._run, after=self._after)
            if events:
                self._after = events[-1].id
                await self._watch.show(events)
