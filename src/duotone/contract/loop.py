"""The bridge's event loop: an asyncio loop that any thread may use, one at a time.

1. Whoever holds the *turn* may touch the loop. It is given up only while its holder waits for I/O, or for somebody
   else to finish its task.
2. At most one thread *leads*: it runs the loop and waits for I/O on its behalf. `leader` is its identifier. It changes
   only under the turn, so the lead can be taken from a thread that rests, which finds out when it wakes.
3. A thread that has the turn but doesn't lead is a visitor. It takes first steps, and wakes the leader if those
   left something to do sooner than the leader meant to wake.
4. When nobody leads, `call_soon_threadsafe` asks for the background thread, so nothing that arrives from another
   thread is left lying.
5. The running loop, the current task, the hooks of async generators and sniffio's name are what they were once a
   thread has left.
"""

from __future__ import annotations

import asyncio
import selectors
import socket
import sys
from _thread import allocate_lock
from collections import deque
from threading import get_ident
from typing import TYPE_CHECKING, Any, TypeVar, TypeVarTuple

from duotone.contract.waits import Frame

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Coroutine
    from contextvars import Context

__all__ = ["BridgeLoop", "Crowded", "Events", "Seat"]

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
Events = list[tuple[selectors.SelectorKey, int]]


class Crowded(Exception):  # a state, and nobody's error
    """The caller that leads is no longer alone, and must give way before it runs a step of somebody else's."""


class _RestingSelector(selectors.DefaultSelector):
    """A selector that lets go of the loop's turn while it waits."""

    loop: BridgeLoop
    _fd_to_key: dict[int, selectors.SelectorKey]

    def has_more_than_the_pipe(self) -> bool:
        """Tell whether anything is registered besides the end of the pipe that wakes the loop."""
        return len(self._fd_to_key) > 1

    def select(self, timeout: float | None = None) -> Events:
        """Wait for events, without the turn unless there is nothing to wait for; raises `Crowded`."""
        if self.loop.is_crowded():
            raise Crowded
        if timeout is not None and timeout <= 0:
            return super().select(0)
        return self.loop.rest(super().select, timeout)


class _Ready(deque[asyncio.Handle]):
    """The callbacks that are ready, and nothing to do where a nested run has taken what the run beneath counted on."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self._nothing = asyncio.Handle(bool, (), loop)
        self._nothing.cancel()

    def popleft(self) -> asyncio.Handle:
        """Return the next callback, or one that was cancelled and so is passed over."""
        return super().popleft() if self else self._nothing


class Seat:
    """What a thread had running before it entered the loop, to be put back when it leaves."""

    __slots__ = ("hooks", "library", "library_name", "loop", "task")

    def __init__(self, loop: asyncio.AbstractEventLoop | None, task: asyncio.Task[Any] | None) -> None:
        """Remember the outer loop and its task, and take that task off the stage."""
        self.loop = loop
        self.task = task
        if task is not None:
            assert loop is not None
            asyncio._leave_task(loop, task)
        self.hooks = sys.get_asyncgen_hooks()
        self.library = None if (sniffio := sys.modules.get("sniffio")) is None else sniffio.thread_local
        self.library_name = None if self.library is None else self.library.name

    def restore(self) -> None:
        """Put everything back."""
        asyncio._set_running_loop(self.loop)
        if self.task is not None:
            assert self.loop is not None
            asyncio._enter_task(self.loop, self.task)
        sys.set_asyncgen_hooks(*self.hooks)
        if self.library is not None:
            self.library.name = self.library_name


class BridgeLoop(asyncio.SelectorEventLoop):
    """An event loop that is driven by whoever waits for it; see the rules at the top of this file."""

    # What this class uses of the loop that it extends; a test on each version of Python holds asyncio to it.
    _thread_id: int | None
    _ready: Any
    _scheduled: list[asyncio.TimerHandle]
    _selector: _RestingSelector
    _closed: bool
    _ssock: socket.socket
    _csock: socket.socket
    _run_once: Callable[[], None]
    _write_to_self: Callable[[], None]
    _asyncgen_firstiter_hook: Callable[[AsyncGenerator[Any, Any]], None]
    _asyncgen_finalizer_hook: Callable[[AsyncGenerator[Any, Any]], None]

    def __init__(self, call_background: Callable[[], None], is_crowded: Callable[[], bool] = bool) -> None:
        """Make a loop at rest; `call_background` must bring a leader when there is none.

        `is_crowded` tells whether the leader is a caller who must give way.
        """
        self.is_crowded = is_crowded
        self.turn = allocate_lock()
        self.park = allocate_lock()
        self.park.acquire()
        self.is_parked = False
        self.leader: int | None = None
        self.visits = 0
        self._wakes_at = 0.0
        self._call_background = call_background
        self._first_steps: dict[int, Callable[[], object] | None] = {}
        selector = _RestingSelector()
        selector.loop = self
        super().__init__(selector)
        self._ready = _Ready(self)

    # -- taking part ---------------------------------------------------------------------------------------------

    def enter(self, frame: Frame | None = None) -> Seat:
        """Make this the running loop of the current thread, which has the turn; `frame` is what it will wait for."""
        if frame is None or frame.outer is None:
            seat = Seat(None, None)
        else:
            seat = Seat(frame.outer, None if isinstance(frame.waiter, int) else frame.waiter)
        sys.set_asyncgen_hooks(self._asyncgen_firstiter_hook, self._asyncgen_finalizer_hook)
        if seat.library is not None:
            seat.library.name = "asyncio"  # called under trio, a coroutine would otherwise be told that it runs there
        asyncio._set_running_loop(self)
        self._thread_id = get_ident()
        self.visits += 1
        return seat

    def leave(self, seat: Seat) -> None:
        """Undo `enter`; the turn is still held, and goes to whoever asks once it is released."""
        self._thread_id = None if seat.loop is not self else get_ident()
        seat.restore()

    def is_entered(self) -> bool:
        """Tell whether the current thread is inside this loop and has the turn."""
        return self._thread_id == get_ident()

    def begin(self, coroutine: Coroutine[Any, Any, T], context: Context) -> asyncio.Task[T]:
        """Make a task and take its first step at once; no other task may be current."""
        # A task asks its loop to call its first step soon. Caught here, it is called now. Garbage may be collected in
        # between, so finalizers may ask for other calls, or begin tasks of their own; the context tells whose it is.
        key, steps = id(context), self._first_steps
        steps[key] = None
        self.__dict__["call_soon"] = self._catch_first_step
        try:
            task: asyncio.Task[T] = asyncio.Task(coroutine, loop=self, context=context)
        finally:
            step = steps.pop(key)
            if not steps:
                del self.__dict__["call_soon"]
        assert step is not None
        try:
            context.run(step)
        except (SystemExit, KeyboardInterrupt):
            # The task keeps such an exception and also lets it fly; whoever waits for the task will get it.
            if not task.done():
                raise
        return task

    def _catch_first_step(
        self, step: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.Handle | None:
        if id(context) not in self._first_steps:
            return super().call_soon(step, *args, context=context)
        self._first_steps[id(context)] = step
        return None

    # -- waiting -------------------------------------------------------------------------------------------------

    def rest(self, select: Callable[[float | None], Events], timeout: float | None) -> Events:
        """Wait for I/O without the turn; what was seen is dropped if others changed the loop meanwhile."""
        visits, wakes_at = self.visits, self._wakes_at
        self._wakes_at = self._scheduled[0].when() if self._scheduled else float("inf")
        self._thread_id = None
        self.turn.release()
        events: Events = []
        try:
            events = select(timeout)
        finally:
            self.turn.acquire()
            self._thread_id = get_ident()
            self._wakes_at = wakes_at  # of the thread from which the lead was taken, if it still rests
        if self.leader == get_ident():
            if self.is_crowded():
                raise Crowded
            return events if self.visits == visits else select(0)
        self.wake()  # the event may have woken this thread instead of the one that leads by now
        return []

    def pause(self) -> None:
        """Give up the turn in the middle of a step, so that others can finish what this step waits for."""
        self._thread_id = None
        self.turn.release()

    def go_on(self) -> None:
        """Take the turn again after `pause`."""
        self.turn.acquire()
        self._thread_id = get_ident()
        self.visits += 1
        self.wake()  # the leader can't see what is done in the rest of this step, so it must look for itself

    def hand_lead_to(self, thread: int) -> None:
        """Give the lead to the background thread, and wake it if it has something to do."""
        self.leader = thread
        if self.is_parked:
            self.is_parked = False
            self.park.release()
        else:
            self.wake_if_needed()

    def wake_if_needed(self) -> None:
        """Wake the resting leader if something is due before it would wake by itself."""
        if self._ready or (self._scheduled and self._scheduled[0].when() < self._wakes_at):
            self._write_to_self()

    def wake(self) -> None:
        """Wake whoever waits for I/O on this loop."""
        self._write_to_self()

    # -- what asyncio asks ---------------------------------------------------------------------------------------

    def has_work(self) -> bool:
        """Tell whether anything is ready, timed or registered, so that somebody must lead."""
        return (
            bool(self._ready)
            or (bool(self._scheduled) and any(not timer.cancelled() for timer in self._scheduled))
            or self._selector.has_more_than_the_pipe()
        )

    def run_once(self) -> None:
        """Wait until something is due, and run all that is; only the leader may."""
        self._run_once()

    def is_ready(self) -> bool:
        """Tell whether callbacks are ready, so that running once would not wait."""
        return bool(self._ready)

    @property
    def wakes(self) -> int:
        """A descriptor that wakes the loop when something is written to it."""
        return self._csock.fileno()

    def is_running(self) -> bool:
        """Tell whether a thread leads this loop or is inside it."""
        return self.leader is not None or self._thread_id is not None

    def call_soon_threadsafe(
        self, callback: Callable[[*Ts], object], *args: *Ts, context: Context | None = None
    ) -> asyncio.Handle:
        """Schedule a callback from any thread, and see to it that somebody leads."""
        handle = super().call_soon_threadsafe(callback, *args, context=context)
        if self.leader is None:
            self._call_background()
        return handle

    def stop(self) -> None:
        """Refuse: this loop is shared by everybody who calls `duotone.run`."""
        message = "duotone's loop is shared and can't be stopped; end your own task instead"
        raise RuntimeError(message)

    def forget(self) -> None:
        """Let go of the descriptors in a forked child, without telling the kernel's shared poll set."""
        self._selector.close()
        self._ssock.close()
        self._csock.close()
        self._closed = True
