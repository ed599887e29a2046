"""Going on with what other processes have left: runs that they drove when they ended, and turns that they parked.

It is looked for at the start, and again and again: whoever shares the log may end at any time, and need not come back.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Final, NamedTuple, Protocol

from duotone.errors import (
    ConversationBusy,
    DuotoneError,
    LogBusy,
    LogUncertain,
    LogUnreachable,
    LogUnwritable,
    RunFinished,
    RunTaken,
)
from duotone.runtime import AsyncConversation, AsyncRuntime, RunRow, State, Status
from duotone.runtime.engines.port import OWNED
from duotone.server.problems import Problem
from duotone.server.tenancy import tenant_of
from duotone.server.turns import Opening, Turns

__all__ = ["ENDS", "Keeping", "Left", "Recovery", "outermost"]

ENDS: Final = "the server ends"
"""Why a turn stands still that the next process goes on with."""


class Keeping(Protocol):
    """Lets something of a tenant's go on in the background; a conversation is what stands still when that is to end."""

    def __call__(
        self, work: Coroutine[Any, Any, Any], name: str, conversation: AsyncConversation | None, *, tenant: str
    ) -> asyncio.Task[Any]:
        """Begin it; raises `Problem` where there is no room for it."""
        ...


_AT_ONCE: Final = 100
"""So many runs of an earlier process go on at once; the others follow as these end."""
_REST: Final = 0.5
"""Seconds after which is tried again if the server has too much to do."""
_PASSING: Final = (LogBusy, LogUncertain, LogUnreachable, LogUnwritable)
"""What keeps a run from going on for a while, and not for good."""
_LOGGER = logging.getLogger("duotone.server")


class Left(NamedTuple):
    """A run that was left behind, and the conversation of which it is a turn."""

    row: RunRow
    conversation: AsyncConversation | None


class Recovery:
    """Goes on with each run by itself, so that none waits for another; what can't go on is logged."""

    def __init__(self, runtime: AsyncRuntime, turns: Turns, opened: Opening, keep: Keeping) -> None:
        """Begin nothing yet."""
        self._runtime = runtime
        self._turns = turns
        self._opened = opened
        self._keep = keep
        self._room = asyncio.Semaphore(_AT_ONCE)
        self._has_begun = False
        self._seen: set[tuple[str, int]] = set()
        """The runs, with their fences, that were looked at: what became of them, or why they wait, stays so."""

    async def run(self) -> None:
        """Begin to go on with all of it."""
        awake = await self._turns.wake(self._runtime.outbox, self._opened)
        left = await self._runtime.left_behind()
        await self._begin([*await self._opening(left), *await self._parked()], awake)
        self._has_begun = True

    async def look_again(self) -> None:
        """Go on with what others have left since; where they live and work that costs a look at the list of runs."""
        if not self._has_begun:
            return
        gone, parked = await self._gone(), await self._parked()
        if gone or parked:
            awake = await self._turns.wake(self._runtime.outbox, self._opened)
            left = await self._runtime.left_behind() if gone else []
            await self._begin([*await self._opening([row for row in left if row.owner in gone]), *parked], awake)

    async def _gone(self) -> set[str]:
        """Return who has ended in the middle of runs that were not looked at yet."""
        log = self._runtime.log
        rows = await log.runs(status=(Status.RUNNING, Status.UNDOING, Status.WAITING))
        self._seen.intersection_update({(row.run, row.fence) for row in rows})
        at_work = [row for row in rows if row.status != Status.WAITING and (row.run, row.fence) not in self._seen]
        owners = {row.owner for row in at_work if not row.owner.startswith(OWNED)} - {await log.owner()}
        return {owner for owner in owners if not await log.is_alive(owner)}

    async def _opening(self, rows: Sequence[RunRow]) -> list[Left]:
        return [Left(row, await self._opened(row.session) if row.kind == "turn" else None) for row in outermost(rows)]

    async def _parked(self) -> list[Left]:
        """Return the turns that a server has parked; what else waits is opened once, to see why."""
        found: list[Left] = []
        for row in await self._runtime.log.runs(status=Status.WAITING):
            if row.kind != "turn" or (row.run, row.fence) in self._seen:
                continue
            self._seen.add((row.run, row.fence))
            conversation = await self._opened(row.session)
            if conversation is not None and conversation.state is State.PAUSED and ENDS in conversation.last.reason:
                found.append(Left(row, conversation))
        return found

    async def _begin(self, left: Sequence[Left], awake: AbstractSet[str]) -> None:
        for one in left:
            self._seen.add((one.row.run, one.row.fence))
            if one.conversation is not None and one.conversation.id in awake:
                continue  # it goes on by itself, and delivers its answer
            await self._room.acquire()
            task = await self._kept(one)
            task.add_done_callback(lambda _: self._room.release())

    async def _kept(self, left: Left) -> asyncio.Task[Any]:
        while True:
            try:
                tenant = tenant_of(left.row.session)
                return self._keep(self._go_on(left), f"run {left.row.run}", left.conversation, tenant=tenant)
            except Problem:  # as much goes on as may
                await asyncio.sleep(_REST)

    async def _go_on(self, left: Left) -> None:
        run = left.row.run
        row = await self._runtime.log.run(run)
        if row is None or Status(row.status).is_final:
            return  # it has ended with what it was a part of
        try:
            if left.conversation is not None:
                await self._turns.go_on(left.conversation)
            else:
                await self._runtime.resume(run)
        except (ConversationBusy, RunTaken, RunFinished):
            return  # somebody else goes on with it, or has
        except DuotoneError as error:
            if isinstance(error, _PASSING):
                self._seen.discard((run, left.row.fence))
            _LOGGER.warning("run %s could not go on after its process has ended: %s", run, error)
            return
        result = await self._runtime.get_run(run)
        _LOGGER.info("run %s is %s after its process has ended: %s", run, result.status, result.reason)


def outermost(rows: Sequence[RunRow]) -> list[RunRow]:
    """Return the runs that are no steps of others among them: who goes on with a run goes on with its steps."""
    names = {row.run for row in rows}
    return [row for row in rows if not any(above in names for above in _above(row.run))]


def _above(run: str) -> list[str]:
    parts = run.split("/")
    return ["/".join(parts[:end]) for end in range(1, len(parts))]
