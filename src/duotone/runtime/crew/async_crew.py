"""Attempts in flight on a running loop: async units there, sync ones on workers, so that the loop goes on.

1. One attempt alone, without a timeout, runs in the task that asks for it: nothing is spawned, and context variables
   and cancellation work as in any await. Several at once are tasks, each with a copy of the context.
2. A cancellation that comes from outside stops everything in flight. It is kept in `interruption`, for the shell to
   raise once it has written down what was stopped; one that `stop` asked for ends here.
3. What doesn't end within the grace period is abandoned, and what it gives later is told to `on_late`.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Coroutine
from contextvars import Context, copy_context
from functools import partial
from time import time
from typing import Any

from duotone.contract.awaitables import finish
from duotone.contract.color import is_awaitable
from duotone.contract.context import bring_back
from duotone.contract.offloading import drain, offload
from duotone.contract.settings import settings
from duotone.contract.workers import Pool
from duotone.runtime.binding import Bound
from duotone.runtime.commands import Call
from duotone.runtime.crew.endings import OnLate, Trial
from duotone.runtime.keys import key_of
from duotone.runtime.outcomes import Attempt

__all__ = ["LOOK", "AsyncCrew"]

_kept: set[asyncio.Task[None]] = set()
"""Tasks that nobody waits for; a loop keeps no reference to its own."""


LOOK = 0.5
"""Seconds after which the shell looks again at what others have written, while attempts go on."""


class _Flight:
    """One attempt in a task of its own."""

    __slots__ = ("before", "context", "is_gone", "is_overdue", "is_recalled", "task", "timer", "trial")

    def __init__(self, trial: Trial, task: asyncio.Task[_Landing], context: Context, before: Context) -> None:
        self.trial = trial
        self.task = task
        self.context = context
        self.before = before
        self.timer: asyncio.TimerHandle | None = None
        self.is_overdue = self.is_recalled = self.is_gone = False


_Landing = tuple[Any, BaseException | None]


class AsyncCrew:
    """The attempts of one run, for async code."""

    def __init__(self, run: str, *, on_late: OnLate, pool: Pool | None = None) -> None:
        """Have nothing in flight; `pool` has the workers for sync units."""
        self.interruption: BaseException | None = None
        """What came from outside and ends the run: a cancellation, Ctrl-C or an exit."""
        self.errors: dict[str, BaseException] = {}
        """What the last attempt of a step raised, by the name of the step."""
        self._run = run
        self._on_late = on_late
        self._pool = pool
        self._queued: list[Trial] = []
        self._alone: tuple[Trial, asyncio.Task[Any]] | None = None
        self._flights: dict[str, _Flight] = {}
        self._ended: deque[tuple[Attempt, _Flight]] = deque()
        self._bell: asyncio.Future[None] | None = None
        self._is_stopping = False
        self._look: asyncio.TimerHandle | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self.may_go_alone = True
        """Whether one attempt may run in the task that asks; then it is waited for however long it takes to stop."""
        self.heed: Callable[[], Coroutine[Any, Any, None]] | None = None
        """What to do when somebody calls while an attempt goes on alone."""
        self.clock: Callable[[], float] = time
        """The clock by which `until` is meant."""

    @property
    def size(self) -> int:
        """How many attempts are under way, or have ended and were not asked for yet."""
        return len(self._queued) + len(self._flights) + len(self._ended)

    @property
    def has_ended(self) -> bool:
        """Whether `next` has something to tell without waiting."""
        return bool(self._ended)

    def start(self, call: Call, bound: Bound) -> None:
        """Take on an attempt; it begins with the next `next`."""
        key = key_of(self._run, call.step)
        self._queued.append(Trial(call, bound, f"{key}/undo" if call.is_undo else key, self._on_late))

    async def next(self, until: float | None = None) -> Attempt | None:
        """Wait for the first attempt that ends; None if that hasn't happened by `until`, or somebody has called."""
        self._loop = asyncio.get_running_loop()
        is_alone = until is None and len(self._queued) == self.size == 1 and self._queued[0].call.timeout is None
        if is_alone and self.may_go_alone:
            return await self._go_alone(self._queued.pop())
        self._launch()
        if not self._ended:
            soon = self.clock() + LOOK
            await self._wait(soon if until is None else min(until, soon))
            while self.interruption is not None and self._flights and not self._ended:
                await self._wait(None)
        return self._landed() if self._ended else None

    async def begin(self) -> None:
        """Let what was started take its first step, without waiting for any of it."""
        self._launch()
        await asyncio.sleep(0)

    def stop(self, step: str) -> None:
        """End the attempt of a step; how that went is told by `next`.

        However often it is asked for, there is one cancellation: a second one would break off the cleanup.
        """
        if self._alone is not None and self._alone[0].call.step == step and not self._is_stopping:
            self._is_stopping = True
            self._alone[1].cancel()
        if any(trial.call.step == step for trial in self._queued):
            self._launch()
        if (flight := self._flights.get(step)) is not None:
            self._recall(flight)

    def call(self) -> None:
        """Make `next` return, or look at what there is to look at while one goes on alone; from any thread."""
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop has closed, and the run with it
                self._loop.call_soon_threadsafe(self._called)

    def _called(self) -> None:
        if self._bell is not None:
            finish(self._bell)
        elif self._alone is not None and self.heed is not None:
            _keep(self._alone[1].get_loop().create_task(self.heed()))

    def stop_all(self) -> None:
        """End every attempt; how that went is told by `next`."""
        self._launch()
        for step in list(self._flights):
            self.stop(step)

    async def close(self) -> None:
        """Stop whatever is in flight."""
        self.stop_all()
        while self._flights:
            await self._wait(None)

    # -- one alone ------------------------------------------------------------------------------------------------

    async def _go_alone(self, trial: Trial) -> Attempt:
        task = asyncio.current_task()
        assert task is not None
        cancels = task.cancelling()
        self._alone = trial, task
        if self._look is None:  # one serves all steps of a run: to set and cancel it each time takes as long as a step
            self._look = task.get_loop().call_later(LOOK, self._peek)
        try:
            value = await self._execute(trial)
        except BaseException as error:  # noqa: BLE001  # what it means is decided below, and written down
            self._sort_out(error, task, cancels)
            return self._failed(trial, trial.raised(error))
        finally:
            self._alone = None
        self._sort_out(None, task, cancels)
        return self._failed(trial, trial.returned(value))

    def _peek(self) -> None:
        """Look from time to time whether another process has written about the run, as long as an attempt goes on."""
        self._called()
        self._look = self._alone and self._alone[1].get_loop().call_later(LOOK, self._peek)

    def _sort_out(self, error: BaseException | None, task: asyncio.Task[Any], cancels: int) -> None:
        """Take back a cancellation of ours, and keep one from outside, also where the unit has not let it through."""
        if isinstance(error, GeneratorExit):  # the coroutine is being closed, and nothing can be awaited any more
            raise error
        if self._is_stopping:
            self._is_stopping = False
            task.uncancel()
        if isinstance(error, KeyboardInterrupt | SystemExit):
            self.interruption = error
        elif task.cancelling() > cancels:
            self.interruption = error if isinstance(error, asyncio.CancelledError) else asyncio.CancelledError()

    def _failed(self, trial: Trial, attempt: Attempt) -> Attempt:
        if trial.error is not None:
            self.errors[attempt.step] = trial.error
        return attempt

    async def _execute(self, trial: Trial) -> Any:
        unit = trial.bound.unit
        if unit.is_async or unit.blocking is False:
            return await trial.work()
        pool, on_late = unit.home or self._pool, partial(_tell_late, trial)
        if unit.color.is_async:
            return await offload(trial.work, pool=pool, on_late=on_late)
        (value,) = await offload(trial.invoke_apart, pool=pool, on_late=on_late)
        if not is_awaitable(value):
            return value
        with trial.going_on():
            return await drain(value)

    # -- several at once ------------------------------------------------------------------------------------------

    def _launch(self) -> None:
        loop = asyncio.get_running_loop()
        for trial in self._queued:
            before = copy_context()
            context = before.copy()
            task = loop.create_task(self._contain(trial), context=context, name=trial.call.step)
            flight = self._flights[trial.call.step] = _Flight(trial, task, context, before)
            task.add_done_callback(partial(self._land, flight))
            if trial.call.timeout is not None:
                flight.timer = loop.call_later(trial.call.timeout, self._overdue, flight)
        self._queued.clear()

    async def _contain(self, trial: Trial) -> _Landing:
        """Keep what is raised: an exit in a task would end the whole loop."""
        try:
            value = await self._execute(trial)
        except (asyncio.CancelledError, GeneratorExit):
            raise
        except BaseException as error:  # noqa: BLE001  # told by `next`
            return None, error
        return value, None

    def _overdue(self, flight: _Flight) -> None:
        flight.is_overdue = True
        self._recall(flight)

    def _recall(self, flight: _Flight) -> None:
        """Cancel a flight once, and leave it behind unless it ends soon."""
        if flight.is_recalled:
            return
        flight.is_recalled = True
        flight.task.cancel()
        if flight.timer is not None:
            flight.timer.cancel()
        flight.timer = flight.task.get_loop().call_later(settings.grace, self._leave, flight)

    def _leave(self, flight: _Flight) -> None:
        flight.is_gone = True
        self._ends(flight, self._given_up(flight))

    def _given_up(self, flight: _Flight) -> Attempt:
        trial = flight.trial
        return trial.timed_out() if flight.is_overdue else trial.stopped(asyncio.CancelledError())

    def _land(self, flight: _Flight, task: asyncio.Task[_Landing]) -> None:
        if flight.timer is not None:
            flight.timer.cancel()
        value, error = (None, None) if task.cancelled() else task.result()
        if not flight.is_gone:
            self._ends(flight, self._judged(flight, value, error))
        elif not task.cancelled():
            _report_late(flight.trial, value, error)

    def _judged(self, flight: _Flight, value: Any, error: BaseException | None) -> Attempt:
        """Tell how a flight ended that has not been left behind."""
        trial = flight.trial
        if flight.task.cancelled():
            return self._given_up(flight)
        if isinstance(error, KeyboardInterrupt | SystemExit):
            self.interruption = error
        if flight.is_overdue or (trial.bound.unit.is_async and trial.is_overdue):  # it blocked its loop, or went on
            flight.is_overdue = True
            _report_late(trial, value, error)
            return trial.timed_out()
        return trial.returned(value) if error is None else trial.raised(error)

    def _ends(self, flight: _Flight, attempt: Attempt) -> None:
        del self._flights[attempt.step]
        self._ended.append((attempt, flight))
        self._called()

    def _landed(self) -> Attempt:
        attempt, flight = self._ended.popleft()
        if flight.task.done():
            bring_back(flight.context, flight.before)
        return self._failed(flight.trial, attempt)

    async def _wait(self, until: float | None) -> None:
        """Wait for the bell; a cancellation from outside stops all flights, whose ends are then waited for."""
        loop = asyncio.get_running_loop()
        bell = self._bell = loop.create_future()
        timer = None if until is None else loop.call_later(max(0.0, until - self.clock()), finish, bell)
        try:
            await bell
        except asyncio.CancelledError as error:
            if self.interruption is None:
                self.interruption = error
                for flight in self._flights.values():
                    self._recall(flight)
        finally:
            self._bell = None
            if timer is not None:
                timer.cancel()


def _tell_late(trial: Trial, value: Any, error: BaseException | None) -> None:
    """Tell what came late where that may block: on the thread it came on, or away from the loop that gave it up."""
    if not trial.bound.unit.color.is_async and error is None:
        (value,) = value  # as `invoke_apart` gives it
    if asyncio._get_running_loop() is None:
        trial.report_late(value, error)
    else:
        _report_late(trial, value, error)


def _report_late(trial: Trial, value: Any, error: BaseException | None) -> None:
    _keep(asyncio.get_running_loop().create_task(offload(trial.report_late, value, error)))


def _keep(task: asyncio.Task[None]) -> None:
    """Let a task go on to its end although nobody waits for it."""
    _kept.add(task)
    task.add_done_callback(_kept.discard)
