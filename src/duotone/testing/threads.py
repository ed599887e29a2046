"""Threads that a test has left running, and calls that it has abandoned."""

from __future__ import annotations

import concurrent.futures.thread
import inspect
import sys
import threading
from time import monotonic
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary, WeakSet

import pytest

from duotone.contract.figures import figures
from duotone.contract.guards.coroutines import Place
from duotone.contract.guards.starts import see_starts, unsee_starts
from duotone.contract.jobs import Job, State
from duotone.testing.faults import ABANDONED_THREAD, Left
from duotone.testing.places import own_place, places_of

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from types import FrameType

    from duotone.testing.record import Record

__all__ = ["LeftThreads"]

_GRACE = 0.5
"""Seconds that a thread has to end after its test, since one that was told to end needs a moment."""

# An executor's thread without work is in this function itself, and the executor will end it.
_IDLE = getattr(concurrent.futures.thread, "_worker").__code__  # noqa: B009  # private, and so unknown to type checkers


class LeftThreads:
    """Notes every thread that a test has started and not ended, daemons and those of wider fixtures aside."""

    def __init__(self) -> None:
        """Note from now on where threads are started."""
        self._record: Record | None = None
        self._places: WeakKeyDictionary[threading.Thread, Place | None] = WeakKeyDictionary()
        self._known: WeakSet[threading.Thread] = WeakSet()
        self._abandoned = 0
        see_starts(self._note)

    def begin(self, record: Record) -> None:
        """Hold the test of `record` to account for threads that start from now on."""
        self._record = record
        self._known.update(threading.enumerate())
        self._abandoned = figures().abandoned

    def settle(self) -> None:
        """Do nothing: a thread may go on until its test ends."""

    def end(self) -> None:
        """Note what goes on."""
        record, self._record = self._record, None
        assert record is not None
        if ABANDONED_THREAD not in record.allowed:
            record.left.extend(self._left())

    def close(self) -> None:
        """Note nothing any more."""
        unsee_starts(self._note)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[object]) -> Generator[None, object, object]:
        """Spare the threads of a fixture that other tests use too."""
        if fixturedef.scope == "function":
            return (yield)
        before = threading.enumerate()
        try:
            return (yield)
        finally:
            self._known.update(thread for thread in threading.enumerate() if thread not in before)

    def _note(self, thread: threading.Thread) -> None:
        self._places[thread] = own_place(places_of(inspect.currentframe()))

    def _left(self) -> list[Left]:
        """Return what the test has left running, after a moment of grace."""
        deadline, pause = monotonic() + _GRACE, threading.Event()
        while (left := [*self._threads(), *self._calls()]) and monotonic() < deadline:
            pause.wait(
                0.01
            )  # nothing tells when an executor's thread is idle again, or when an abandoned call has ended
        return left

    def _threads(self) -> Iterator[Left]:
        for thread in threading.enumerate():
            if thread not in self._known and not thread.daemon and not _is_idle(thread):
                yield self._describe(thread, f"thread {thread.name!r}")

    def _calls(self) -> Iterator[Left]:
        more = figures().abandoned - self._abandoned
        if more <= 0:
            return
        calls = [(thread, job) for thread in threading.enumerate() if (job := _abandoned_job(thread)) is not None]
        for thread, job in calls[-more:]:
            yield self._describe(thread, f"the abandoned call of {job.frame.name!r}")
        for _ in range(more - len(calls)):
            yield Left("an abandoned coroutine, which does not let itself be cancelled,")

    def _describe(self, thread: threading.Thread, what: str) -> Left:
        return Left(what, self._places.get(thread), own_place(places_of(_frame_of(thread))))


def _frame_of(thread: threading.Thread) -> FrameType | None:
    frames = sys._current_frames()  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]  # nothing public shows a stack
    return frames.get(thread.ident or 0)


def _is_idle(thread: threading.Thread) -> bool:
    frame = _frame_of(thread)
    return frame is not None and frame.f_code is _IDLE


def _abandoned_job(thread: threading.Thread) -> Job | None:
    """Return the call that a worker goes on with although nobody waits for it."""
    frame = _frame_of(thread)
    while frame is not None and frame.f_code is not Job.execute.__code__:
        frame = frame.f_back
    job: Job | None = None if frame is None else frame.f_locals["self"]
    return job if job is not None and job.state is State.ABANDONED else None
