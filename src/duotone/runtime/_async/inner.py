"""Calls that an agent makes inside of a step of its own: recorded as steps of the turn, like all others."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping
from dataclasses import replace

from duotone.contract.offloading import offload
from duotone.errors import DuotoneError, WouldDeadlock
from duotone.runtime._async.engine import AsyncEngine
from duotone.runtime._async.ruling import AsyncRulings
from duotone.runtime._async.within import AsyncBook
from duotone.runtime.agents.setting import Setting
from duotone.runtime.binding import Bound
from duotone.runtime.commands import Call
from duotone.runtime.conversation.words import answer_to
from duotone.runtime.crew import AsyncCrew
from duotone.runtime.crew.endings import fault_of
from duotone.runtime.drafts import call_ended, call_started, refused
from duotone.runtime.drivers.rounds import step_of
from duotone.runtime.events import Draft, Json
from duotone.runtime.lateness import late_writer
from duotone.runtime.messages import ToolCall
from duotone.runtime.outcomes import Attempt, Fault, Outcome
from duotone.runtime.sessions.policy import Verdict
from duotone.runtime.shielding import shielded
from duotone.runtime.side import IS_ASYNC

__all__ = ["AsyncInnerCalls"]

_LOOK = 0.02
"""Seconds after which a call that waits for a lock looks again."""


class AsyncInnerCalls:
    """The calls of one step of an agent; they end with it."""

    def __init__(self, setting: Setting, book: AsyncBook, within: str, engine: AsyncEngine) -> None:
        """Have made none."""
        self._setting = setting
        self._book = book
        self._within = within
        self._pool = engine.pool
        self._store = engine.log.store
        self._locks = engine.locks
        self._count = 0
        self._mutex = threading.Lock()

    async def call(self, name: str, arguments: Mapping[str, Json]) -> Json:
        """Call a tool, and return what the agent is to see of it, whatever became of it."""
        asked = ToolCall(self._next_id(), name, arguments)
        first = Call(step_of(asked.id), 1, name)
        ruling = await AsyncRulings(self._setting).ruling(asked)
        if ruling is not None and ruling.verdict is not Verdict.ALLOW:
            return await self._refused(first, asked, Fault("Denied", _why(ruling.verdict, ruling.reason)))
        try:
            bound = self._setting.tools.bound(asked, self._setting.context(self._book.run, asked.id, self._store))
        except DuotoneError as error:
            return await self._refused(first, asked, fault_of(error, is_retryable=False))
        return await self._attempts(replace(first, timeout=bound.unit.timeout), asked, bound)

    def _next_id(self) -> str:
        """Return an id that no other call of the session has."""
        with self._mutex:
            self._count += 1
            return f"{self._book.prefix}.{self._count}"

    async def _attempts(self, first: Call, asked: ToolCall, bound: Bound) -> Json:
        """Make a call as often as its contract says."""
        retry, failures = bound.unit.retry, 0
        while True:
            command = replace(first, number=failures + 1)
            try:
                attempt = await self._attempt(command, asked, bound)
            except WouldDeadlock as error:
                return await self._refused(command, asked, fault_of(error, is_retryable=False))
            failures += 1
            fault = None if attempt.fault is None else attempt.fault.to_json()
            if not retry.allows(failures, attempt.outcome, fault):
                is_ok = attempt.outcome is Outcome.OK
                return attempt.result if is_ok else answer_to(asked.name, attempt.outcome, None, attempt.fault)
            await asyncio.sleep(retry.delay_before(failures + 1, f"{self._book.run}/{first.step}"))

    async def _attempt(self, command: Call, asked: ToolCall, bound: Bound) -> Attempt:
        key = self._book.run, command.step
        try:
            while True:
                if not bound.locks or self._locks.take(key, bound.locks, _look_again, bound.around):
                    return await self._attempt_alone(command, asked, bound)
                await asyncio.sleep(_LOOK)
        finally:
            self._locks.leave(key)

    async def _attempt_alone(self, command: Call, asked: ToolCall, bound: Bound) -> Attempt:
        """Make an attempt once it has what it needs for itself."""
        run = self._book.run
        started = call_started(run, command, bound, "async" if IS_ASYNC else "sync")
        await self._book.begin(_within(started, self._within, asked))
        on_late = late_writer(self._store, self._setting.session, run)
        crew = AsyncCrew(run, on_late=on_late, pool=self._pool)
        crew.start(command, bound)
        attempt = None
        while attempt is None:
            attempt = await crew.next()
        if not await shielded(self._book.end, call_ended(run, attempt)):
            await offload(on_late, attempt)
        if crew.interruption is not None:
            raise crew.interruption
        return attempt

    async def _refused(self, command: Call, asked: ToolCall, fault: Fault) -> Json:
        run = self._book.run
        started = Draft("step.started", {"step": command.step, "attempt": command.number, "unit": asked.name}, run)
        await self._book.begin(_within(started, self._within, asked), refused(run, command, fault))
        return answer_to(asked.name, Outcome.REFUSED, None, fault)


def _look_again() -> None:
    """Have nothing to do: who lets go may be on any thread, and who waits inside of a step looks again by itself."""


def _within(started: Draft, step: str, asked: ToolCall) -> Draft:
    return Draft(started.kind, {**started.data, "within": step, "call": asked.to_json()}, started.run)


def _why(verdict: Verdict, reason: str) -> str:
    if verdict is Verdict.ASK:
        return f"{reason}, and nobody can be asked inside of a step of the agent; allow it with approve=..."
    return reason
