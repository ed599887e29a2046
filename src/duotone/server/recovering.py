"""Going on with what an earlier process has left: runs that it drove when it ended, and turns that it parked."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from duotone.errors import ConversationBusy, DuotoneError, RunFinished, RunTaken
from duotone.runtime import AsyncConversation, AsyncRuntime, RunRow, State, Status
from duotone.server.problems import Problem
from duotone.server.turns import Opening, Turns

__all__ = ["ENDS", "Keeping", "Left", "Recovery", "outermost"]

ENDS: Final = "the server ends"
"""Why a turn stands still that the next process goes on with."""

Keeping: TypeAlias = Callable[[Coroutine[Any, Any, Any], str, AsyncConversation | None], asyncio.Task[Any]]
"""Lets something go on in the background; a conversation is what stands still when that is to end."""

_AT_ONCE: Final = 100
"""So many runs of an earlier process go on at once; the others follow as these end."""
_REST: Final = 0.5
"""Seconds after which is tried again if the server has too much to do."""
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

    async def run(self) -> None:
        """Begin to go on with all of it."""
        awake = await self._turns.wake(self._runtime.outbox, self._opened)
        async for left in self._left():
            if left.conversation is not None and left.conversation.id in awake:
                continue  # it goes on by itself, and delivers its answer
            await self._room.acquire()
            task = await self._kept(left)
            task.add_done_callback(lambda _: self._room.release())

    async def _left(self) -> AsyncIterator[Left]:
        parked = await self._runtime.log.runs(status=Status.WAITING)
        for row in outermost(await self._runtime.left_behind()):
            yield Left(row, await self._opened(row.session) if row.kind == "turn" else None)
        for row in parked:
            conversation = await self._opened(row.session) if row.kind == "turn" else None
            if conversation is not None and conversation.state is State.PAUSED and ENDS in conversation.last.reason:
                yield Left(row, conversation)

    async def _kept(self, left: Left) -> asyncio.Task[Any]:
        while True:
            try:
                return self._keep(self._go_on(left), f"run {left.row.run}", left.conversation)
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
