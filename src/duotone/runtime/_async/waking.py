"""Waking: a conversation takes a turn for notices that come once its last one is over, and delivers the answer.

The answer is promised before the turn begins. So whoever attaches the channel after a crash goes on with that turn, or
delivers the answer that it has come to.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Final
from uuid import uuid4

from duotone.errors import ConversationBusy
from duotone.runtime._async.engine import AsyncEngine
from duotone.runtime._async.knowing import read_on
from duotone.runtime.agents.setting import Setting
from duotone.runtime.conversation.states import State, TurnResult
from duotone.runtime.conversation.transcript import REPLIED
from duotone.runtime.delivery.channels import Channel, Notice
from duotone.runtime.delivery.promises import LASTS, Promise
from duotone.runtime.events import Json
from duotone.runtime.suppressing import suppressing

__all__ = ["AsyncWaking"]

_LOOK: Final = 0.05
"""Seconds after which is looked again whether a turn that goes on has answered what came."""
_LEFT_ALONE = frozenset({State.PAUSED, State.WAITING})
"""Where a conversation stands because somebody wants it to."""


class AsyncWaking:
    """What lets one conversation wake."""

    def __init__(
        self, engine: AsyncEngine, setting: Setting, run: Callable[[Channel | None], Awaitable[TurnResult]]
    ) -> None:
        """Sleep; `run` takes a turn on a channel."""
        self._engine = engine
        self._setting = setting
        self._run = run
        self._mutex = threading.Lock()
        self._wanted: Channel | None = None
        self._is_awake = False

    async def on_wake(self, notice: Notice, channel: Channel) -> None:
        """Take a turn for a notice."""
        if notice.kind != REPLIED:
            self.wake(channel)

    async def afterwards(self, run: Callable[[], Awaitable[TurnResult]]) -> TurnResult:
        """Take a turn once none goes on that a notice has woken, unless that one has answered all there is."""
        while True:
            try:
                return await run()
            except ConversationBusy:
                if not await self._was_awake():
                    raise
            await self._look()
            if not self._setting.history.transcript.is_unanswered:
                return self._standing()

    async def _was_awake(self) -> bool:
        """Wait until no turn goes on that a notice has woken, and tell whether one did."""
        was_awake = self._is_awake
        while self._is_awake:
            await self._engine.hands.pause(_LOOK)
        return was_awake

    def wake(self, channel: Channel) -> None:
        """Let a turn be taken in the background; what comes while one is taken is looked at after it."""
        with self._mutex:
            self._wanted = channel
            if self._is_awake:
                return
            self._is_awake = True
        self._engine.hands.start(f"duotone-wake:{self._setting.session}:{uuid4().hex}", self._stay_awake)

    async def _stay_awake(self) -> None:
        try:
            while (channel := self._next()) is not None:
                with suppressing("a turn that a notice has woken", Exception):  # nobody is there to be told
                    await self._answer(channel)
        except BaseException:
            self._is_awake = False  # otherwise `_next` has said so, and another may be awake since
            raise

    def _next(self) -> Channel | None:
        with self._mutex:
            channel, self._wanted = self._wanted, None
            self._is_awake = channel is not None
            return channel

    async def _answer(self, channel: Channel) -> None:
        """Take a turn if the agent has not seen all that it was told, and deliver what it says."""
        owed = await self._owed(channel)
        if not await self._is_to_answer(is_owed=bool(owed)):
            return await self._deliver(owed, self._standing())
        owed = owed or [await self._promise(channel)]
        try:
            result = await self._turn(channel)
        except Exception as error:
            result = TurnResult(State.ERROR, reason=f"{type(error).__name__}: {error}", run="none")
            await self._deliver(owed, result)
            raise
        return await self._deliver(owed, result)

    async def _is_to_answer(self, *, is_owed: bool) -> bool:
        await self._look()
        history = self._setting.history
        if is_owed and history.state in {State.RUNNING, State.PAUSED}:  # a host has ended in the middle of it
            return True
        return history.transcript.has_news and history.state not in _LEFT_ALONE

    async def _turn(self, channel: Channel) -> TurnResult:
        """Take a turn, or wait for the one that goes on and answers the same."""
        while True:
            try:
                return await self._run(channel)
            except ConversationBusy:
                await self._engine.hands.pause(_LOOK)
            await self._look()
            history = self._setting.history
            if not history.transcript.has_news and history.state is not State.RUNNING:
                return self._standing()

    async def _look(self) -> None:
        await read_on(self._engine.log, self._setting.session, self._setting.history)

    def _standing(self) -> TurnResult:
        turn = self._setting.history.turn
        return TurnResult(State.IDLE) if turn is None else turn.result()

    # -- the answer -----------------------------------------------------------------------------------------------

    async def _owed(self, channel: Channel) -> list[Promise]:
        """Return the answers that were promised to a channel, and that nobody has given."""
        standings = await self._engine.outbox.promised(self._setting.session)
        promises = [standing.promise for standing in standings]
        return [one for one in promises if (one.kind, one.channel) == (REPLIED, channel.name)]

    async def _promise(self, channel: Channel) -> Promise:
        session = self._setting.session
        promise = Promise(f"reply-{uuid4().hex}", session, channel.name, REPLIED, session, time.time() + LASTS)
        await self._engine.outbox.make(promise)
        return promise

    async def _deliver(self, owed: Sequence[Promise], result: TurnResult) -> None:
        said: dict[str, Json] = {"text": result.text, "state": result.state.value, "run": result.run}
        if result.asked:
            said["asked"] = list(result.asked)
        if result.reason:
            said["reason"] = result.reason
        for promise in owed:
            if result.run:
                await self._engine.outbox.ready(promise, said)
            else:
                await self._engine.outbox.withdraw(promise, "there was nothing to answer")
