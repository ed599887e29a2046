"""One turn of a conversation, driven in the color of its agent: begun, gone on with, or taken from who has ended."""

from __future__ import annotations

from typing import Any

from duotone.errors import ConversationBusy, RunFinished, RunTaken, Stale
from duotone.runtime._async.engine import AsyncEngine
from duotone.runtime._async.knowing import read_on
from duotone.runtime._async.orphans import end_orphans
from duotone.runtime._async.shell import AsyncShell
from duotone.runtime._async.stepping import take_step
from duotone.runtime._async.watching import AsyncWatch
from duotone.runtime._async.within import AsyncShellBook
from duotone.runtime.agents.handles import Handle
from duotone.runtime.agents.setting import Setting, turn_started
from duotone.runtime.binding import Bound
from duotone.runtime.bindings import Bindings
from duotone.runtime.commands import Call
from duotone.runtime.conversation.states import State, TurnResult
from duotone.runtime.conversation.transcript import TurnView
from duotone.runtime.drivers.turn import AGENT, TurnDriver
from duotone.runtime.events import Draft, Json
from duotone.runtime.shielding import shielded
from duotone.runtime.side import IS_ASYNC
from duotone.runtime.units import AnyUnit, unit_of

__all__ = ["AsyncTurning"]

_STANDING = frozenset({State.RUNNING, State.PAUSED, State.WAITING})


class AsyncTurning:
    """A turn while it is driven here."""

    def __init__(self, engine: AsyncEngine, setting: Setting, handle: Handle) -> None:
        """Have begun nothing."""
        agent = setting.agent
        self._engine = engine
        self._setting = setting
        self._handle = handle
        self._history = setting.history
        self._driver = self._new_driver()
        contract = {"name": agent.name, "idempotent": True, "effect": False, "retry": agent.retry}
        self._unit: AnyUnit = unit_of(self._take_step, **contract)

    def _new_driver(self) -> TurnDriver:
        agent, setting = self._setting.agent, self._setting
        return TurnDriver(setting.limits, setting.terms, retry=agent.retry, timeout=agent.timeout)

    async def run(self) -> TurnResult | None:
        """Take a turn until it has ended or stands still; None if there was nothing to answer.

        Raises `ConversationBusy` if one goes on elsewhere.
        """
        try:
            shell = await self._open()
            if shell is None:
                return None
            try:
                return await self._drive(shell)
            finally:
                shell.let_go()
                del self._unit, self._shell
                if self._engine.live.get(shell.run) is shell:
                    self._engine.release(shell.run)
                if shell.watch is not None:
                    shell.watch.leave()
        finally:
            self._handle.end()

    # -- begin ----------------------------------------------------------------------------------------------------

    async def _open(self) -> AsyncShell | None:
        # What is known to be asked is begun at once: the log refuses that if it has more, and then it is looked at.
        transcript = self._history.transcript
        is_known = transcript.is_unanswered and self._standing_turn is None and not transcript.inline
        while True:
            if not is_known:
                await self.look()
            is_known = False
            if self._history.transcript.inline:
                await end_orphans(self._engine, self._setting.session)
            try:
                if (turn := self._standing_turn) is not None:
                    return await self._go_on(turn)
                if not self._history.transcript.is_unanswered:
                    return None
                self._history.transcript.refuse_ended(self._setting.session, self._engine.log.time())
                return await self._begin()
            except (Stale, RunFinished):
                self._driver = self._new_driver()  # somebody was faster, so look again

    @property
    def _standing_turn(self) -> TurnView | None:
        turn = self._history.turn
        return turn if turn is not None and turn.state in _STANDING else None

    async def look(self) -> None:
        """Know what the log has of the conversation."""
        await read_on(self._engine.log, self._setting.session, self._history)

    async def _keep_up(self) -> None:
        """Know what the log had when this turn last wrote to it; what it wrote itself is known."""
        if self._history.seq < self._shell.seq:
            await self.look()

    async def _begin(self) -> AsyncShell:
        engine, transcript = self._engine, self._history.transcript
        run = self._handle.wanted or engine.new_run("turn")
        engine.hold(run)
        try:
            shell = self._new_shell(run, transcript.seq)
            shell.note(
                turn_started(run, self._setting, engine.owner, "loop" if IS_ASYNC else "thread", engine.log.time())
            )
            self._limit(shell)
            if self._handle.has_wishes:  # they come before anything is called
                await shell.commit()
            else:
                await shell.begin()
            self._heed(shell, 1)
        except BaseException:
            engine.release(run)
            raise
        return shell

    async def _go_on(self, turn: TurnView) -> AsyncShell:
        """Go on with a turn that stands still, or whose process has ended."""
        engine, session = self._engine, self._setting.session
        row = await engine.row(turn.run)
        try:
            engine.hold(turn.run)
        except RunTaken as error:
            raise ConversationBusy(session, turn.run, "this process") from error
        try:
            shell = self._new_shell(turn.run, None)
            events, fence = await engine.claim(row)
            shell.take_over(events, fence)
            self._limit(shell)
            if self._driver.state is State.PAUSED:
                shell.note(self._driver.resumption(engine.log.time()))
            self._heed(shell, fence)
        except RunTaken as error:
            engine.release(turn.run)
            raise ConversationBusy(session, turn.run, row.owner) from error
        except BaseException:
            engine.release(turn.run)
            raise
        return shell

    def _new_shell(self, run: str, seq: int | None) -> AsyncShell:
        bindings = Bindings(run, {}, self._driver, self._bound)
        watchers = (*self._engine.watchers, *self._setting.on_event)
        watch = AsyncWatch(watchers, self._engine.errors) if watchers else None
        shell = self._engine.shell(self._driver, run, self._setting.session, bindings, watch, seq=seq)
        shell.on_written = self._history.take_in
        if IS_ASYNC:
            shell.crew.may_go_alone = False  # so that what doesn't heed its cancellation is left behind
        self._shell = shell
        return shell

    def _heed(self, shell: AsyncShell, fence: int) -> None:
        for draft in self._handle.begin(shell.run, fence):
            shell.note(draft)

    def _limit(self, shell: AsyncShell) -> None:
        if IS_ASYNC:  # a thread keeps its steps, so its time is looked at between them
            shell.deadline = self._driver.closes

    # -- drive ----------------------------------------------------------------------------------------------------

    async def _drive(self, shell: AsyncShell) -> TurnResult:
        try:
            await shell.advance(_never)
        except RunTaken:
            await shielded(shell.leave)
            await self.look()
            return self._standing()
        except BaseException as error:
            if not isinstance(error, Exception):
                await shielded(self._pause, shell, error)
            raise
        if shell.watch is not None:
            shell.watch.settle()
        await self._keep_up()
        return self._standing()

    async def _pause(self, shell: AsyncShell, error: BaseException) -> None:
        """Write down that the caller of a turn was cancelled, or pressed Ctrl-C; the turn can be gone on with."""
        said: dict[str, Json] = {"by": "caller", "reason": type(error).__name__}
        shell.note(Draft("signal.interrupt", said, shell.run))
        try:
            await shell.advance(_never)
        except RunTaken:
            await shell.leave()

    def _standing(self) -> TurnResult:
        turn = self._history.turn
        assert turn is not None
        return turn.result()

    # -- steps ----------------------------------------------------------------------------------------------------

    def _bound(self, call: Call) -> Bound:
        if call.step.startswith(AGENT):
            return Bound(self._unit, (call.step,))
        asked = self._driver.call(call.step)
        context = self._setting.context(self._shell.run, asked.id, self._engine.log.store)
        return self._setting.tools.bound(asked, context)

    async def _take_step(self, name: str) -> Any:
        """Let the agent take a step, and return its reply with what it has seen and what may be called."""
        await self._keep_up()
        book = AsyncShellBook(self._shell, self._driver, name)
        return await take_step(self._engine, self._setting, name, book, self._driver.closes)


def _never() -> bool:
    return False
