"""What a worker does for turns that an engine decides on: it takes steps of agents, and makes the calls they ask for.

An agent is found by its name: in the conversation as it was opened here, or else as it was enlisted. Where it is not,
`Unbound` is raised, and another worker may have it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from duotone.contract.offloading import offload
from duotone.contract.workers import Worker
from duotone.errors import DuotoneError, Unbound
from duotone.runtime._async.engine import AsyncEngine
from duotone.runtime._async.knowing import read_on
from duotone.runtime.across import sync_engine
from duotone.runtime.agents.setting import Setting
from duotone.runtime.binding import Bound
from duotone.runtime.crew.endings import fault_of
from duotone.runtime.delivery.channels import turn_channel
from duotone.runtime.drivers.rounds import CALL
from duotone.runtime.drivers.turn import AGENT
from duotone.runtime.engines.attempting import Attempting
from duotone.runtime.engines.claims import Claim, within
from duotone.runtime.engines.jobs import TurnJob
from duotone.runtime.events import Draft, Event
from duotone.runtime.log import RunRow
from duotone.runtime.messages import ToolCall
from duotone.runtime.outcomes import Attempt

if TYPE_CHECKING:
    from duotone.runtime._async.working import AsyncWorkedStep

__all__ = ["TurnAttempts"]

_MOST = 256
"""So many conversations that were not opened here are kept in mind."""

_OnBegun = Callable[[], Awaitable[None]]


class TurnAttempts:
    """The attempts that a worker makes for turns."""

    def __init__(self, ground: AsyncEngine) -> None:
        """Have made none."""
        self._ground = ground
        self._attempting = Attempting(ground.log, ground.pool)
        self._settings: dict[str, Setting] = {}

    async def make(
        self, claim: Claim, job: TurnJob | None, is_lost: Callable[[], bool], on_begun: _OnBegun | None = None
    ) -> tuple[Attempt, Sequence[Draft]]:
        """Make an attempt once, and return how it ended and what was called inside of it; `job` if it began here.

        Raises `Unbound` where nobody here knows the agent.
        """
        setting = job.setting if job is not None else self.setting(await self._ground.row(claim.run))
        if not setting.history.seq:
            await read_on(self._ground.log, setting.session, setting.history)
        with turn_channel(None if job is None else job.channel):
            if claim.call.step.startswith(AGENT):
                return await self._step(claim, setting, is_lost, on_begun)
            return await self._call(claim, setting, is_lost), ()

    def setting(self, row: RunRow) -> Setting:
        """Return what the conversation of a turn is held with, whoever has begun it; raises `Unbound`."""
        opened = self._ground.settings.get(row.session)
        if opened is not None and opened.is_enlisted:
            return opened
        known = self._settings.get(row.session) or self._ground.setting(row.session, row.name)
        if known is None or not known.is_enlisted:
            remedy = f"no agent {row.name!r} was enlisted; call runtime.enlist({row.name!r}, agent)"
            raise Unbound("agent", row.name, remedy)
        self._settings[row.session] = known
        if len(self._settings) > _MOST:
            del self._settings[next(iter(self._settings))]
        return known

    # -- steps of agents ------------------------------------------------------------------------------------------

    async def _step(
        self, claim: Claim, setting: Setting, is_lost: Callable[[], bool], on_begun: _OnBegun | None
    ) -> tuple[Attempt, Sequence[Draft]]:
        step = await offload(self._worked, setting, claim)
        has_begun = False

        async def begin(started: Event) -> None:
            nonlocal has_begun
            has_begun, step.book.after = True, started.id
            if on_begun is not None:
                await on_begun()

        # A thread of its own, since an agent that can't be stopped would keep one that tools need.
        home = None if setting.agent.can_async else Worker(name="duotone-agent")
        try:
            attempt = await self._attempting.make(claim, Bound(step.unit(home)), is_lost, begin)
        finally:
            if home is not None:
                home.close()
        if has_begun:
            return attempt, step.book.close()
        events = await self._ground.log.read_run(claim.run)
        return attempt, [Draft(event.kind, event.data, event.run) for event in within(events, claim)]

    def _worked(self, setting: Setting, claim: Claim) -> AsyncWorkedStep:
        """Return the step in the color of its agent; what that needs is loaded here."""
        if setting.agent.can_async:
            from duotone.runtime._async.working import AsyncWorkedStep  # noqa: PLC0415  # few processes are workers

            return AsyncWorkedStep(self._ground, setting, claim)
        from duotone.runtime._sync.working import WorkedStep  # noqa: PLC0415  # as above

        made: Any = WorkedStep(sync_engine(self._ground), setting, claim)
        return made  # type: ignore[no-any-return]  # the same in the other color, and what is used of it has none

    # -- calls ----------------------------------------------------------------------------------------------------

    async def _call(self, claim: Claim, setting: Setting, is_lost: Callable[[], bool]) -> Attempt:
        try:
            bound = await offload(self._bound, claim, setting)
            await self._lock(claim, bound)
        except DuotoneError as error:
            return await self._attempting.settle(claim, fault_of(error, is_retryable=False))
        try:
            return await self._attempting.make(claim, bound, is_lost)
        finally:
            self._ground.locks.leave((claim.run, claim.call.step))

    def _bound(self, claim: Claim, setting: Setting) -> Bound:
        told: Any = claim.started.data["arguments"]
        asked = ToolCall(claim.call.step.removeprefix(CALL), claim.call.unit, told)
        return setting.tools.bound(asked, setting.context(claim.run, asked.id, self._ground.log.store))

    async def _lock(self, claim: Claim, bound: Bound) -> None:
        """Wait for what a call needs for itself; raises `WouldDeadlock`."""
        key, locks = (claim.run, claim.call.step), self._ground.locks
        loop, free = asyncio.get_running_loop(), asyncio.Event()
        try:
            while bound.locks and not locks.take(key, bound.locks, partial(_tell, loop, free), bound.around):
                await free.wait()
                free.clear()
        except BaseException:
            locks.leave(key)
            raise


def _tell(loop: asyncio.AbstractEventLoop, free: asyncio.Event) -> None:
    with contextlib.suppress(RuntimeError):  # the loop has closed, so nobody waits any more
        loop.call_soon_threadsafe(free.set)
