"""What workers do for turns on Temporal: attempts, made once, and a look at what others have written to the log."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from temporalio import activity
from temporalio.service import RPCError

from duotone.errors import CutOff, LogClosed
from duotone.runtime._async.engine import AsyncEngine
from duotone.runtime.engines.attempting import attempt_to_json, draft_to_json
from duotone.runtime.engines.following import Follower
from duotone.runtime.engines.jobs import TurnJob
from duotone.runtime.engines.passing import PASSING
from duotone.runtime.engines.temporal import orders
from duotone.runtime.engines.temporal.activities import is_lost, refusing
from duotone.runtime.engines.turning import TurnAttempts
from duotone.runtime.events import Draft

__all__ = ["TurnActivities"]

_BEGUN = frozenset({"run.started", "run.claimed"})


class TurnActivities:
    """The activities of one runtime for turns."""

    def __init__(
        self,
        ground: AsyncEngine,
        heartbeat: float,
        tell: Callable[[str, Draft], Awaitable[None]],
        on_cut_off: Callable[[CutOff], None],
    ) -> None:
        """Let `tell` send a signal to the workflow of a turn."""
        self.jobs: dict[str, TurnJob] = {}
        """The turns that this process has asked for, with who listens to them."""
        self.followers: dict[str, Follower] = {}
        """Who shows their events to those who watch."""
        self._log = ground.log
        self._beat = heartbeat / 4
        self._tell = tell
        self._on_cut_off = on_cut_off
        self._attempts = TurnAttempts(ground)

    @activity.defn(name=orders.TURN_ATTEMPT)
    async def attempt(self, data: dict[str, Any]) -> dict[str, Any]:
        """Make an attempt, and return how it ended and what was called inside of it."""
        claim = orders.claim_from(data)
        follower = self.followers.get(claim.run)
        with refusing(self._on_cut_off):
            beating = asyncio.get_running_loop().create_task(self._beat_on(claim.run))
            try:
                job, on_begun = self.jobs.get(claim.run), None if follower is None else follower.catch_up
                attempt, within = await self._attempts.make(claim, job, is_lost, on_begun)
            finally:
                beating.cancel()
        return {"attempt": attempt_to_json(attempt), "within": [draft_to_json(draft) for draft in within]}

    async def _beat_on(self, run: str) -> None:
        """Let Temporal know that somebody is at it, and of signals that others have only written to the log."""
        last = 0
        while True:
            await asyncio.sleep(self._beat)
            activity.heartbeat()
            with suppress(*PASSING, LogClosed, RPCError):  # looked at again
                last = await self._pass_on(run, last)

    async def _pass_on(self, run: str, after: int) -> int:
        """Pass on the signals since the turn was begun or claimed; to be told twice changes nothing."""
        events = await self._log.read_run(run, after=after)
        begun = max((event.id for event in events if event.kind in _BEGUN), default=after)
        for event in events:
            if event.id > begun and event.kind.startswith("signal."):
                await self._tell(run, Draft(event.kind, event.data, run))
        return events[-1].id if events else after
