"""Attempts of a run in sync code: sync units on the caller's thread, async ones on the bridge's loop.

1. A sync unit runs when `next` is called, on the thread that calls; with a timeout or a home it runs on a worker.
2. An async unit alone is run on the bridge. Where there are several, the async ones go on together on the bridge's
   loop while sync ones run here, one after the other.
3. Without async units, timeouts and homes there is no loop and no thread.
"""

from __future__ import annotations

import threading
from asyncio import CancelledError
from collections import deque
from collections.abc import Callable
from functools import partial
from time import time
from typing import Any

from duotone.contract.apart import run_apart
from duotone.contract.calls import run
from duotone.contract.color import is_awaitable
from duotone.contract.crossing import check_holding, run_on_worker, run_to_end
from duotone.contract.workers import Pool
from duotone.runtime.binding import Bound
from duotone.runtime.commands import Call
from duotone.runtime.crew.async_crew import LOOK, AsyncCrew
from duotone.runtime.crew.endings import OnLate, Trial
from duotone.runtime.keys import key_of
from duotone.runtime.outcomes import Attempt

__all__ = ["Crew"]


class Crew:
    """The attempts of one run, for sync code."""

    def __init__(self, run: str, *, on_late: OnLate, pool: Pool | None = None) -> None:
        """Have nothing in flight; `pool` has the workers for units that need one."""
        self.interruption: BaseException | None = None
        """What came from outside and ends the run: Ctrl-C or an exit."""
        self.errors: dict[str, BaseException] = {}
        """What the last attempt of a step raised, by the name of the step."""
        self._run = run
        self._on_late = on_late
        self._pool = pool
        self._queued: list[tuple[Call, Bound]] = []
        self._ended: deque[Attempt] = deque()
        self._others: AsyncCrew | None = None
        self._bell = threading.Event()
        self.clock: Callable[[], float] = time
        """The clock by which `until` is meant."""

    @property
    def size(self) -> int:
        """How many attempts are under way, or have ended and were not asked for yet."""
        return len(self._queued) + len(self._ended) + (0 if self._others is None else self._others.size)

    @property
    def has_ended(self) -> bool:
        """Whether `next` has something to tell without waiting."""
        return bool(self._ended) or (self._others is not None and self._others.has_ended)

    def start(self, call: Call, bound: Bound) -> None:
        """Take on an attempt; it begins with the next `next`."""
        self._queued.append((call, bound))

    def next(self, until: float | None = None) -> Attempt | None:
        """Wait for the first attempt that ends; None if that hasn't happened by `until`, or somebody has called."""
        if self._ended:
            return self._ended.popleft()
        soon = self.clock() + LOOK
        until = soon if until is None else min(until, soon)
        self.begin()
        if self._queued:
            return self._run_here(*self._queued.pop(0))
        if self._others is not None and self._others.size:
            return self._wait_for_others(self._others, until)
        self._rest(until)
        return None

    def begin(self) -> None:
        """Let async units go on together on the bridge, unless there is but one attempt; sync ones wait for `next`."""
        if self.size < 2:  # noqa: PLR2004  # one alone runs here
            return
        going = [(call, bound) for call, bound in self._queued if bound.unit.is_async]
        if not going:
            return
        if self._others is None:
            self._others = AsyncCrew(self._run, on_late=self._on_late, pool=self._pool)
            self._others.clock = self.clock
        for call, bound in going:
            self._others.start(call, bound)
        self._queued = [(call, bound) for call, bound in self._queued if not bound.unit.is_async]
        run(self._others.begin)

    def stop(self, step: str) -> None:
        """End the attempt of a step; how that went is told by `next`."""
        self._withdraw({step})
        if self._others is not None and self._others.size:
            run(_stop, self._others, step)

    def stop_all(self) -> None:
        """End every attempt; how that went is told by `next`."""
        self._withdraw({call.step for call, _ in self._queued})
        if self._others is not None and self._others.size:
            run(self._others.close)

    def _withdraw(self, steps: set[str]) -> None:
        """Let attempts have ended that have not begun."""
        for call, bound in self._queued:
            if call.step in steps:
                self._ended.append(self._trial(call, bound).stopped(CancelledError()))
        self._queued = [(call, bound) for call, bound in self._queued if call.step not in steps]

    def call(self) -> None:
        """Make `next` return, since there is something else to look at; from any thread."""
        self._bell.set()

    def close(self) -> None:
        """Stop whatever is in flight."""
        self.stop_all()

    # -- on this thread -------------------------------------------------------------------------------------------

    def _run_here(self, call: Call, bound: Bound) -> Attempt:
        trial = self._trial(call, bound)
        try:
            attempt = trial.returned(self._execute(trial))
        except BaseException as error:  # noqa: BLE001  # written down first, and raised by the shell
            if isinstance(error, KeyboardInterrupt | SystemExit):
                self.interruption = error
            attempt = trial.raised(error)
            trial.report_if_late()
        if trial.error is not None:
            self.errors[attempt.step] = trial.error
        return attempt

    def _trial(self, call: Call, bound: Bound) -> Trial:
        key = key_of(self._run, call.step)
        return Trial(call, bound, f"{key}/undo" if call.is_undo else key, self._on_late)

    def _execute(self, trial: Trial) -> Any:
        unit, timeout = trial.bound.unit, trial.call.timeout
        if unit.is_async:
            check_holding("step", trial.call.step)
            return run_to_end(trial.work_watched(), unit.name, timeout)
        if unit.home is not None or unit.color.is_async or timeout is not None:
            pool = unit.home or self._pool
            work = partial(run_apart, trial.work) if unit.color.is_async else trial.invoke
            result = run_on_worker(work, unit.name, timeout, pool=pool, on_late=trial.report_late)
        else:
            result = trial.invoke()
        if not is_awaitable(result):
            return result
        with trial.going_on():
            return run_to_end(result, unit.name, trial.time_left)

    def _rest(self, until: float) -> None:
        """Wait for the time or for somebody who calls."""
        try:
            self._bell.wait(max(0.0, until - self.clock()))
        except KeyboardInterrupt as error:
            self.interruption = error
        self._bell.clear()

    # -- on the bridge --------------------------------------------------------------------------------------------

    def _wait_for_others(self, others: AsyncCrew, until: float | None) -> Attempt | None:
        try:
            attempt = run(others.next, until)
        except KeyboardInterrupt as error:
            self.interruption = error
            run(others.close)
            attempt = run(others.next)
        self.interruption = self.interruption or others.interruption
        if attempt is not None and attempt.step in others.errors:
            self.errors[attempt.step] = others.errors.pop(attempt.step)
        return attempt


async def _stop(others: AsyncCrew, step: str) -> None:
    """Stop a step on the loop where it runs."""
    others.stop(step)
    await others.begin()
