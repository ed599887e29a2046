"""What a worker does for sagas whose functions an engine moves: it calls them, under a claim that the engine counts.

The body of a saga is a function of the user, which nobody can decide on from outside. So the whole of it is one attempt
at the engine, and the number of that attempt is the fence under which its steps are written. Whoever comes after a
worker that was not heard of has a greater one, and calls the function again: steps that have ended give what the log
has of them, and one that was under way is unknown. From there on the log refuses what the first one writes, and a first
one that wakes up only then can't claim the run any more.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from duotone.contract.offloading import offload
from duotone.contract.settings import settings
from duotone.errors import CutOff, RunTaken
from duotone.runtime._async.engine import AsyncEngine
from duotone.runtime.engines.jobs import BodyJob
from duotone.runtime.events import Append, Draft
from duotone.runtime.log import RunRow
from duotone.runtime.outcomes import RunResult, Status
from duotone.runtime.shielding import shielded
from duotone.runtime.standing import result_of

if TYPE_CHECKING:
    from duotone.runtime._async.functions import AsyncFunctions

__all__ = ["Bodies"]

_FIRST = 1
"""The fence with which a run begins."""
_OVER = frozenset({Status.COMPLETED, Status.COMPENSATED, Status.ESCALATED})
"""How a run stands that nobody goes on with."""


class Bodies:
    """The functions of sagas that one runtime calls for an engine."""

    def __init__(self, ground: AsyncEngine, by: str) -> None:
        """Have called none; `by` is the engine, where somebody cancels a run there."""
        self.jobs: dict[str, BodyJob] = {}
        """The sagas that this process has asked for."""
        self._ground = ground
        self._by = by

    async def run(self, run: str, fence: int, is_lost: Callable[[], bool], *, base: int) -> RunResult:
        """Call the function of a saga, and return how the run stands once it has ended or waits.

        `base` is the fence that the run had when the engine was asked for it: one that has ended since is left alone.
        `is_lost` is asked when this was cancelled, and says whether nobody waits for it here any more: then the run is
        left as it is, and the cancellation is raised. Raises `Unbound` where the function was not enlisted, and
        `RunTaken` for a fence that another one has overtaken.
        """
        row = await self._ground.row(run)
        is_settled = Status(row.status).is_final or row.status == Status.WAITING
        if row.status in _OVER or (is_settled and row.fence > base):
            return result_of(run, await self._ground.log.read_run(run))
        go_on = await self.check(row)
        await self._claim(row, fence)
        body = asyncio.get_running_loop().create_task(go_on(fence))
        try:
            await self._ended(run, body, is_lost)
        except asyncio.CancelledError:
            await shielded(self._leave, run, body)
            raise
        return await self._standing(run, body)

    async def check(self, row: RunRow) -> Callable[[int], Coroutine[Any, Any, RunResult]]:
        """Return what goes on with a saga under a fence; raises `Unbound` where its function was not enlisted."""
        functions = await offload(_load_functions, self._ground)
        return await functions.find(row)

    async def _claim(self, row: RunRow, fence: int) -> None:
        """Take the run over, unless this is the first one whom the engine has asked."""
        if fence > _FIRST:
            await self._ground.claim(row, owner=self._ground.port.owner, fence=fence)
        elif row.fence != fence:
            raise RunTaken(row.run, row.owner)
        self._ground.displace(row.run)  # it may have been begun here before, and not been heard of

    async def _ended(self, run: str, body: asyncio.Task[RunResult], is_lost: Callable[[], bool]) -> None:
        try:
            await asyncio.wait({body})
        except asyncio.CancelledError:
            if is_lost():
                raise
            task = asyncio.current_task()
            assert task is not None
            task.uncancel()
            await self.cancel(run)
            await asyncio.wait({body})

    async def cancel(self, run: str) -> None:
        """Let a run end since somebody has cancelled it at the engine."""
        row = await self._ground.row(run)
        draft = Draft("signal.cancel", {"by": self._by, "reason": "its workflow was cancelled"}, run)
        await self._ground.log.append(Append(row.session, [draft], key=f"{run}/{row.fence}/cancelled"))
        await self._ground.tell(run, draft)

    async def _leave(self, run: str, body: asyncio.Task[RunResult]) -> None:
        """Let a function end that others call again: it can write nothing more, and is not waited for much longer."""
        self._ground.displace(run)
        body.cancel()
        await asyncio.wait({body}, timeout=settings.grace)
        body.add_done_callback(_heard)

    async def _standing(self, run: str, body: asyncio.Task[RunResult]) -> RunResult:
        """Return how a run stands whose function has ended; raises what has kept it from going on."""
        error = asyncio.CancelledError() if body.cancelled() else body.exception()
        if error is None:
            return body.result()
        result = result_of(run, await self._ground.log.read_run(run))
        is_over = result.status.is_final or result.status is Status.WAITING
        if (isinstance(error, RunTaken) and error.run == run) or not is_over:
            raise error
        job = self.jobs.get(run)
        is_ended_by_others = isinstance(error, CutOff)
        if job is not None and isinstance(error, Exception) and not is_ended_by_others:
            job.raised.append(error)
        return result


def _heard(body: asyncio.Task[Any]) -> None:
    """Let what a function raises that was left alone be nobody's concern."""
    if not body.cancelled():
        body.exception()


def _load_functions(ground: AsyncEngine) -> AsyncFunctions:
    from duotone.runtime._async.functions import AsyncFunctions  # noqa: PLC0415  # it knows the port

    return AsyncFunctions(ground)
