"""A turn that an engine decides on: begun in the log here, carried out by workers, and waited for."""

from __future__ import annotations

from typing import cast

from duotone.errors import ConversationBusy, RunFinished, RunTaken, Stale
from duotone.runtime._async.engine import AsyncEngine
from duotone.runtime._async.knowing import read_on
from duotone.runtime._async.orphans import end_orphans
from duotone.runtime.agents.handles import Handle
from duotone.runtime.agents.setting import Setting, turn_started
from duotone.runtime.conversation.states import State, TurnResult
from duotone.runtime.conversation.transcript import TurnView
from duotone.runtime.delivery.channels import current_channel
from duotone.runtime.engines.jobs import TurnJob
from duotone.runtime.engines.port import AsyncTurnPort
from duotone.runtime.events import Append, Event
from duotone.runtime.outcomes import Status

__all__ = ["AsyncConductedTurn"]

_STANDING = frozenset({State.RUNNING, State.PAUSED, State.WAITING})


class AsyncConductedTurn:
    """A turn while somebody here waits for it."""

    def __init__(self, engine: AsyncEngine, setting: Setting, handle: Handle) -> None:
        """Have begun nothing."""
        self._engine = engine
        self._setting = setting
        self._handle = handle
        self._history = setting.history

    async def run(self) -> TurnResult | None:
        """Take a turn until it has ended or stands still; None if there was nothing to answer.

        Raises `ConversationBusy` if one goes on elsewhere.
        """
        try:
            while True:
                await self._look()
                job = await self._job()
                if job is None:
                    return None
                try:
                    await cast("AsyncTurnPort", self._engine.port).conduct_turn(job)
                except RunFinished:  # its owner has ended it since it was looked at
                    continue
                except RunTaken as error:
                    await self._refuse_busy(job, error)
                await self._look()
                return self._standing()
        finally:
            self._handle.end()

    async def _job(self) -> TurnJob | None:
        """Return what the engine is to do, None if there is nothing to answer."""
        session = self._setting.session
        while True:
            if self._history.transcript.inline:
                await end_orphans(self._engine, session)
                await self._look()
            turn = self._history.turn
            if turn is not None and turn.state in _STANDING:
                return await self._go_on(turn)
            if not self._history.transcript.is_unanswered:
                return None
            self._history.transcript.refuse_ended(session, self._engine.log.time())
            try:
                return await self._begin()
            except Stale:
                await self._look()  # somebody was faster

    async def _begin(self) -> TurnJob:
        """Begin a turn in the log: what is wished for from here on is a signal to it."""
        engine, setting = self._engine, self._setting
        run = self._handle.wanted or engine.new_run("turn")
        started = turn_started(run, setting, engine.port.owner, "loop", engine.log.time())
        events = await engine.log.append(Append(setting.session, [started], self._history.seq))
        self._history.take_in(events)
        first = [*events, *await self._wishes(run, 1)]
        return TurnJob(run=run, setting=setting, channel=current_channel(), first=first)

    async def _go_on(self, turn: TurnView) -> TurnJob:
        """Go on with a turn that stands still, or that nobody drives any more."""
        engine, setting = self._engine, self._setting
        row = await engine.row(turn.run)
        if row.status != Status.WAITING and await engine.is_driven(row):
            raise ConversationBusy(setting.session, turn.run, row.owner)
        await self._wishes(turn.run, row.fence + 1)
        return TurnJob(run=turn.run, setting=setting, channel=current_channel(), row=row)

    async def _wishes(self, run: str, fence: int) -> list[Event]:
        """Write what was wished for while the turn had no run."""
        drafts = self._handle.begin(run, fence)
        return await self._engine.log.append(Append(self._setting.session, drafts)) if drafts else []

    async def _refuse_busy(self, job: TurnJob, error: RunTaken) -> None:
        """Raise `ConversationBusy` if somebody else goes on with the turn; it may have let it stand still."""
        await self._look()
        row = await self._engine.row(job.run)
        if row.status == Status.RUNNING:
            raise ConversationBusy(self._setting.session, job.run, row.owner) from error

    async def _look(self) -> None:
        await read_on(self._engine.log, self._setting.session, self._history)

    def _standing(self) -> TurnResult:
        turn = self._history.turn
        assert turn is not None
        return turn.result()
