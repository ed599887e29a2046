"""How an attempt ended: what a unit returned or raised, as the one terminal fact that the log keeps."""

from __future__ import annotations

import asyncio
from _thread import allocate_lock
from collections.abc import Callable, Generator
from contextlib import contextmanager
from time import monotonic
from typing import Any, TypeAlias

from duotone.contract.offloading import drain, offload
from duotone.errors import (
    AlreadyAwaited,
    BadTimeout,
    BadUnit,
    IsStream,
    LoopHeld,
    NeedsDecision,
    NoRunningLoop,
    NotCallable,
    PoolClosed,
    RunFailed,
    TimedOut,
    WouldDeadlock,
)
from duotone.runtime.binding import Bound
from duotone.runtime.commands import Call
from duotone.runtime.keys import KEY
from duotone.runtime.outcomes import Attempt, Fault, Outcome, words_of
from duotone.runtime.results import as_text, kept
from duotone.runtime.surrounding import surrounding

__all__ = ["OnLate", "Trial", "fault_of"]

OnLate: TypeAlias = Callable[[Attempt], object]
"""What is told of an attempt that ended after it had been given up; called where it may block."""

# What the contract raises before the call; it would be the same again however often it is tried.
_CONTRACT = (
    AlreadyAwaited,
    BadTimeout,
    BadUnit,
    IsStream,
    LoopHeld,
    NoRunningLoop,
    NotCallable,
    PoolClosed,
    WouldDeadlock,
)

_NOTHING = object()


class Trial:
    """One attempt while it goes on, and what becomes of it."""

    __slots__ = (
        "_is_given_up",
        "_key",
        "_on_late",
        "_since",
        "_telling",
        "_value",
        "bound",
        "call",
        "error",
        "has_begun",
        "has_ended",
    )

    def __init__(self, call: Call, bound: Bound, key: str, on_late: OnLate) -> None:
        """Start the clock of an attempt of the step that has this key."""
        self.call = call
        self.bound = bound
        self.has_begun = self.has_ended = self._is_given_up = False
        self.error: BaseException | None = None
        """What the unit raised, for whoever asked for the step in this process."""
        self._value: Any = _NOTHING
        """What the unit returned on a loop, also when that was too late."""
        self._telling = allocate_lock()
        self._key = key
        self._on_late = on_late
        self._since = monotonic()

    @property
    def is_overdue(self) -> bool:
        """Whether the attempt has had all the time that it was given."""
        return self.call.timeout is not None and monotonic() - self._since >= self.call.timeout

    @property
    def is_left(self) -> bool:
        """Whether the unit is still at work."""
        return self.has_begun and not self.has_ended

    def invoke(self) -> Any:
        """Call the unit on this thread; what it returns may be awaitable."""
        token = KEY.set(self._key)
        self.has_begun = True
        try:
            with surrounding(self._key, self.bound.unit.name):
                return self.bound.unit.function(*self.bound.args, **self.bound.kwargs)
        finally:
            self.has_ended = True
            KEY.reset(token)

    def invoke_apart(self) -> tuple[Any]:
        """Do the same on a worker; what it returned is in a tuple, since a crossing would await it without its key."""
        return (self.invoke(),)

    @contextmanager
    def going_on(self) -> Generator[None]:
        """Be at work again, for as long as what the unit has returned is awaited: that is a part of the same call."""
        token = KEY.set(self._key)
        self.has_ended = False
        try:
            with surrounding(self._key, self.bound.unit.name):
                yield
        finally:
            self.has_ended = True
            KEY.reset(token)

    @property
    def time_left(self) -> float | None:
        """The seconds that are left of the attempt's time, and a bit more, so that it is overdue when they are over."""
        if self.call.timeout is None:
            return None
        return max(0.0, self.call.timeout - (monotonic() - self._since)) + 0.001

    async def work(self) -> Any:
        """Call the unit on this loop, and await what it returns to its end."""
        token = KEY.set(self._key)
        self.has_begun = True
        try:
            with surrounding(self._key, self.bound.unit.name):
                value = self._value = await drain(self.bound.unit.function(*self.bound.args, **self.bound.kwargs))
        finally:
            self.has_ended = True
            KEY.reset(token)
        return value

    async def work_watched(self) -> Any:
        """Do the same where whoever waits may leave meanwhile, and tell what came of it then."""
        try:
            value = await self.work()
        except Exception as error:
            if self._is_given_up:
                await offload(self.report_late, None, error)
            raise
        if self._is_given_up:
            await offload(self.report_late, value, None)
        return value

    # -- endings --------------------------------------------------------------------------------------------------

    def returned(self, value: Any) -> Attempt:
        """Take what the unit returned, awaited to its end."""
        try:
            result = kept(value, self.call.step)
            if self.bound.check is not None:
                self.bound.check(result)
        except Exception as error:  # noqa: BLE001  # it can't be kept, breaks its contract, or fails to say what it holds
            self.error = error
            return self._end(Outcome.CONTRACT_ERROR, fault_of(error, is_retryable=False), had_effect=True)
        return self._end(Outcome.OK, result=result)

    def raised(self, error: BaseException) -> Attempt:
        """Take what the unit, or the crossing to it, raised."""
        if isinstance(error, TimedOut) and self.is_overdue:
            return self.timed_out(error)
        if isinstance(error, asyncio.CancelledError | KeyboardInterrupt | SystemExit):
            return self.stopped(error)
        self.error = error
        if isinstance(error, NeedsDecision):  # what it has run waits for a person, and so does the step
            return self._end(Outcome.UNKNOWN, fault_of(error, is_retryable=False))
        if isinstance(error, _CONTRACT) and not self.has_begun:
            return self._end(Outcome.CONTRACT_ERROR, fault_of(error, is_retryable=False))
        fault = fault_of(error, is_retryable=self.bound.unit.retry.accepts(error))
        return self._end(Outcome.FAILED, fault, had_effect=isinstance(error, RunFailed) and error.had_effect)

    def timed_out(self, error: TimedOut | None = None) -> Attempt:
        """Give up since the time has passed; a unit that is still at work is abandoned."""
        assert self.call.timeout is not None
        self.error = error or TimedOut(self.bound.unit.name, self.call.timeout, abandoned=self.is_left)
        outcome = Outcome.CANCELLED if self.call.is_cut_short else Outcome.TIMED_OUT
        return self._give_up(outcome, fault_of(self.error))

    def stopped(self, error: BaseException) -> Attempt:
        """Give up since somebody asked for it; a unit that is still at work is abandoned.

        One that had not begun is refused: there is nothing to undo.
        """
        self.error = error
        outcome = Outcome.CANCELLED if self.has_begun else Outcome.REFUSED
        return self._give_up(outcome, fault_of(error, is_retryable=False))

    def _give_up(self, outcome: Outcome, fault: Fault) -> Attempt:
        self._is_given_up = True  # before a look at whether it has ended: it looks the other way round
        return self._end(Outcome.ABANDONED if self.is_left else outcome, fault)

    def report_if_late(self) -> None:
        """Tell what the unit has returned if that was too late; on a thread that may block."""
        if self._is_given_up and self._value is not _NOTHING:
            self.report_late(self._value, None)

    def report_late(self, value: Any, error: BaseException | None) -> None:
        """Tell once what the unit gave after it had been given up; on a thread that may block."""
        if not self._telling.acquire(blocking=False):
            return
        other = Trial(self.call, self.bound, self._key, self._on_late)
        other.has_begun = other.has_ended = True
        other._since = self._since
        self._on_late(other.returned(value) if error is None else other.raised(error))

    def _end(
        self, outcome: Outcome, fault: Fault | None = None, *, result: Any = None, had_effect: bool = False
    ) -> Attempt:
        call, seconds = self.call, round(monotonic() - self._since, 6)
        return Attempt(call.step, call.number, outcome, result, fault, seconds, had_effect, call.is_undo)


def fault_of(error: BaseException, *, is_retryable: bool = True) -> Fault:
    """Return an error as the log keeps it."""
    kind = type(error)
    is_known = kind.__module__ == "builtins" or kind.__module__.startswith("duotone.errors.")
    try:
        message = words_of(error)
    except Exception:  # noqa: BLE001  # an error that can't be shown is still an error
        message = ""
    name = kind.__qualname__ if is_known else f"{kind.__module__}.{kind.__qualname__}"
    return Fault(name, as_text(message), is_retryable)
