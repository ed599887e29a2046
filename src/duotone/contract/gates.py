"""A gate: where a thread waits for a coroutine that another thread's loop runs for it."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from _thread import allocate_lock
from collections.abc import Callable, Coroutine
from contextvars import Context
from functools import partial
from time import monotonic
from typing import Any, Protocol, cast

from duotone.contract.figures import count
from duotone.contract.guests import add_guest, takes_guests
from duotone.contract.interrupts import Interrupts
from duotone.contract.loop import BridgeLoop
from duotone.contract.settings import settings
from duotone.contract.waits import Frame
from duotone.errors import HomeClosed, TimedOut

__all__ = ["LOOK_AROUND", "Gate", "Latch", "ThreadLatch"]

LOOK_AROUND = 0.5
"""Seconds after which a waiting thread looks around: a signal can slip in just before a wait starts, unnoticed."""


class Latch(Protocol):
    """Something that is opened once, from any thread, and that somebody waits for."""

    def open(self) -> object:
        """Let the one who waits go on."""

    def wait(self, timeout: float | None, look_around: Callable[[], object] = bool) -> bool:
        """Wait until it is open, and tell whether that was within `timeout` seconds."""
        ...


class ThreadLatch:
    """A latch at which a thread stands still."""

    __slots__ = ("_lock",)

    def __init__(self) -> None:
        """Make a latch that is closed."""
        self._lock = allocate_lock()
        self._lock.acquire()

    def open(self) -> None:
        """Let the one who waits go on; opening it again does nothing."""
        with contextlib.suppress(RuntimeError):
            self._lock.release()

    def wait(self, timeout: float | None, look_around: Callable[[], object] = bool) -> bool:
        """Wait until it is open, and tell whether that was within `timeout` seconds; Ctrl-C is never missed."""
        deadline = None if timeout is None else monotonic() + timeout
        while True:
            left = LOOK_AROUND if deadline is None else max(0.0, min(LOOK_AROUND, deadline - monotonic()))
            if self._lock.acquire(timeout=left):
                return True
            if deadline is not None and monotonic() >= deadline:
                return False
            look_around()


class Gate:
    """One coroutine, one loop that runs it, and one thread that waits at a latch until it is done."""

    __slots__ = ("_context", "_coroutine", "_error", "_frame", "_latch", "_loop", "_parting")

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        coroutine: Coroutine[Any, Any, Any],
        context: Context,
        frame: Frame,
        latch: Latch | None = None,
    ) -> None:
        """Close the gate; nothing runs before the loop calls `start`."""
        self._loop = loop
        self._coroutine = coroutine
        self._context = context
        self._frame = frame
        self._latch = ThreadLatch() if latch is None else latch
        self._error: BaseException | None = None
        self._parting = allocate_lock()
        """Taken by whoever goes first: the coroutine when it has ended, or the thread when it waits no longer."""

    @property
    def task(self) -> asyncio.Task[Any] | None:
        """The task that runs the coroutine, once it has started."""
        return self._frame.task

    def post(self) -> None:
        """Ask the loop to start; raises `HomeClosed` if it has closed just now."""
        try:
            self._loop.call_soon_threadsafe(self.start)
        except RuntimeError as error:
            self._coroutine.close()
            raise HomeClosed(self._frame.name) from error

    def start(self) -> None:
        """Start the coroutine, unless the call was withdrawn before or the loop is about to close; runs on the loop."""
        if isinstance(self._loop, BridgeLoop) and self._loop.is_crowded():
            self._loop.call_soon(self.start)  # this is the thread of another caller, who is about to give way
            return
        if self._frame.is_withdrawn:
            self._end()
            return
        try:
            if not takes_guests(self._loop):
                self._error = HomeClosed(self._frame.name)
                self._end()
                return
            self._frame.begun(_begin(self._loop, self._coroutine, self._context))
        except BaseException as error:
            self._error = error
            self._end()
            raise
        self.watch()

    def watch(self) -> None:
        """Open when the task is done; runs on the loop."""
        assert self.task is not None
        if self.task.done():
            self._end(self.task)
        else:
            self.task.add_done_callback(self._end)

    def _end(self, task: asyncio.Task[Any] | None = None) -> None:
        self._coroutine.close()  # a task that was cancelled before its first step has left it untouched
        if self._parting.acquire(blocking=False):
            self._latch.open()
        else:
            count("abandoned", -1)
            _retrieve(task)

    def wait(self, timeout: float | None = None) -> None:
        """Wait until the coroutine is done.

        Raises `TimedOut` after `timeout` seconds, and `HomeClosed` if the loop has ended meanwhile. When the wait is
        broken off by any exception, such as Ctrl-C, the coroutine is cancelled first.
        """
        try:
            if asyncio._get_running_loop() is None:
                is_done = self._latch.wait(timeout, self._look_around)
            else:  # asyncio's runner takes Ctrl-C without raising, to cancel a task that can't run before this is over
                with Interrupts(partial(self._frame.cancel, self._loop)):
                    is_done = self._latch.wait(timeout, self._look_around)
        except BaseException:
            self.give_up()
            raise
        if not is_done:
            assert timeout is not None
            raise TimedOut(self._frame.name, timeout, abandoned=not self.give_up())

    def _look_around(self) -> None:
        if not isinstance(self._loop, BridgeLoop) and not self._loop.is_running():
            raise HomeClosed(self._frame.name)

    def give_up(self) -> bool:
        """Cancel the coroutine, and tell whether it ended within the grace period; if not, it is abandoned."""
        try:
            self._frame.cancel(self._loop)
        except RuntimeError:  # the loop is closed, so the coroutine won't go on
            self._break_off()
            return True
        if self.task is None and not isinstance(self._loop, BridgeLoop) and not self._loop.is_running():
            self._coroutine.close()
            return True
        if not self._latch.wait(settings.grace):
            if self._loop.is_closed():
                self._break_off()
                return True
            count("abandoned")
            if self._parting.acquire(blocking=False):
                return False
            count("abandoned", -1)  # it has ended just now
        _retrieve(self.task)
        return True

    def _break_off(self) -> None:
        """Close a coroutine whose loop was closed before it could end."""
        coroutines = [self._coroutine]
        if self.task is not None:
            if self.task.done():
                _retrieve(self.task)
                return
            setattr(self.task, "_log_destroy_pending", False)  # noqa: B010  # it isn't lost: the caller is told
            coroutines.insert(0, cast("Coroutine[Any, Any, Any]", self.task.get_coro()))
        for coroutine in coroutines:
            try:
                self._context.run(coroutine.close)
            except Exception as error:  # noqa: BLE001  # the caller gets the one that says why
                message = f"{self._frame.name!r} failed when it was broken off, since its loop had closed"
                self._loop.call_exception_handler({"message": message, "exception": error})

    def result(self) -> Any:
        """Return or raise what the coroutine did."""
        if self.task is None:
            raise self._error or asyncio.CancelledError
        result = self.task.result()
        if isinstance(result, _Exit):
            raise result.error
        return result


def _retrieve(task: asyncio.Task[Any] | None) -> None:
    """Count what a task gave although nobody waited any more, so that asyncio need not report it."""
    if task is not None and not task.cancelled():
        count("late")
        task.exception()


class _Exit:
    """An exit that was asked for on somebody else's loop: it is the waiting thread's, and must not end that loop."""

    def __init__(self, error: BaseException) -> None:
        self.error = error


async def _contain(coroutine: Coroutine[Any, Any, Any]) -> Any:
    try:
        return await coroutine
    except (SystemExit, KeyboardInterrupt) as error:
        return _Exit(error)


def _begin(loop: asyncio.AbstractEventLoop, coroutine: Coroutine[Any, Any, Any], context: Context) -> asyncio.Task[Any]:
    if isinstance(loop, BridgeLoop):
        return loop.begin(coroutine, context)
    task: asyncio.Task[Any]
    if sys.version_info >= (3, 12):  # pragma: needs 3.12
        task = asyncio.Task(_contain(coroutine), loop=loop, context=context, eager_start=True)
    else:  # pragma: before 3.12
        task = asyncio.Task(_contain(coroutine), loop=loop, context=context)
    add_guest(task)
    return task
