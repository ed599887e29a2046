"""One call on a worker thread: what is called, who waits for it, and how it may end."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from contextvars import Context
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias

from duotone.contract.awaitables import discard
from duotone.contract.figures import count
from duotone.contract.waits import FRAME, Frame, Wait

__all__ = ["Job", "OnLate", "State", "current_job", "let_cancel"]

OnLate: TypeAlias = Callable[[Any, BaseException | None], object]
"""What is called with the value or the error of work that ended after everybody had stopped waiting for it."""


class State(Enum):
    """Where a job is in its life."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    WITHDRAWN = "withdrawn"
    ABANDONED = "abandoned"


@dataclass(slots=True, eq=False)
class Job:
    """One call on a worker thread, for one waiter."""

    function: Callable[[], Any]
    context: Context
    frame: Frame
    notify: Callable[[], object]
    """Called on the worker's thread when the call has ended."""
    home: asyncio.AbstractEventLoop | None = None
    """The loop of the waiter, to which `duotone.run` goes from inside the call; None if the waiter is a thread."""
    on_late: OnLate | None = None
    cancel_inner: Callable[[], object] | None = None
    """Ends what the call itself waits for, if it waits for something that can be ended."""
    state: State = State.QUEUED
    wait: Wait | None = None
    """The wait for a thread, while the job is queued."""
    keeps_thread: bool = False
    """Whether the thread is a home, which stays the same from call to call."""
    value: Any = None
    error: BaseException | None = None

    def __post_init__(self) -> None:
        self.frame.holds = self

    def __str__(self) -> str:
        return f"the worker that runs {self.frame.name!r}"

    def stop_inner(self) -> None:
        """End what the call waits for, if it can be ended."""
        cancel, self.cancel_inner = self.cancel_inner, None
        if cancel is not None:
            with contextlib.suppress(RuntimeError):  # the loop where it waits has closed
                cancel()

    def execute(self) -> None:
        """Call the function in its context, and keep what it returns or raises."""
        _thread.job = self
        try:
            self.value = self.context.run(self._call)
        except BaseException as error:  # noqa: BLE001  # raised again where the waiter is
            self.error = error
        finally:
            _thread.job = None
            self.frame.is_open = False
            self.frame.holds = None  # which is this job, whose context has the frame

    def _call(self) -> Any:
        FRAME.set(self.frame)
        return self.function()

    def refuse(self, error: BaseException) -> None:
        """End without a call, since no thread is left to make it."""
        self.state, self.error = State.DONE, error
        self.frame.is_open = False
        self.frame.holds = None

    def report_late(self, caught: type[BaseException] = Exception) -> None:
        """Count what the call gave although nobody waits for it, and tell whoever asked to be told.

        An error of theirs is reported if it is one of those to be `caught`: on a worker's thread, all of them.
        """
        if isinstance(self.error, asyncio.CancelledError):
            return
        count("late")
        if self.on_late is not None:
            try:
                self.on_late(self.value, self.error)
            except caught as error:  # there is nobody above to raise it to
                count("suppressed_errors")
                report = (type(error), error, error.__traceback__, threading.current_thread())
                threading.excepthook(threading.ExceptHookArgs(report))
        discard(self.value)

    def result(self) -> Any:
        """Return or raise what the function did."""
        try:
            if self.error is not None:
                raise self.error
            return self.value
        finally:
            self.error = None  # the traceback would keep this job, and the job the traceback


class _Thread(threading.local):
    job: Job | None = None


_thread = _Thread()


def current_job() -> Job | None:
    """Return the job that the current thread is running, if it is a worker's thread."""
    return _thread.job


def let_cancel(job: Job, cancel: Callable[[], object]) -> None:
    """Let whoever gives up on `job` end what it waits for, by calling `cancel`."""
    job.cancel_inner = cancel
    if job.state is State.ABANDONED:  # given up in between
        job.stop_inner()
