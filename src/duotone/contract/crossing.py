"""From sync code into a loop: on which loop an awaitable is run, in which context, and what is held up meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Awaitable, Callable
from contextvars import copy_context
from functools import partial
from threading import get_ident
from time import monotonic
from typing import Any, Protocol

from duotone.contract.awaitables import coroutine_of, discard, finish, loop_of
from duotone.contract.bridge import bridge
from duotone.contract.color import is_awaitable
from duotone.contract.context import bring_back
from duotone.contract.figures import count
from duotone.contract.gates import LOOK_AROUND, Gate, Latch, ThreadLatch
from duotone.contract.jobs import Job, OnLate, State, current_job, let_cancel
from duotone.contract.settings import Holding, hold_loop, settings
from duotone.contract.waits import FRAME, GRAPH, Frame, Wait
from duotone.contract.workers import Pool, default_pool
from duotone.errors import Abandoned, DuotoneError, HomeClosed, TimedOut, WouldDeadlock, WrongLoop

__all__ = [
    "Hub",
    "LoopLatch",
    "check_holding",
    "close_frame",
    "find_hub",
    "latch",
    "open_frame",
    "run_on_worker",
    "run_to_end",
    "use_hubs",
]


class Hub(Protocol):
    """Something beneath the current code that awaits on its behalf, so that the loop goes on."""

    def wait_for(self, awaitable: Awaitable[Any], name: str, timeout: float | None) -> Any:
        """Await `awaitable` on the loop that runs on this thread, and return its result."""


_find_hub: Callable[[], Hub | None] | None = None


def use_hubs(find: Callable[[], Hub | None]) -> None:
    """Ask `find` for a hub before any wait inside a running loop."""
    global _find_hub  # noqa: PLW0603  # set once, when the greenlet extra is first used
    _find_hub = find


def find_hub() -> Hub | None:
    """Return the hub beneath the current code, if there is one."""
    return None if _find_hub is None else _find_hub()


def check_holding(verb: str, name: str, holding: Holding | None = None) -> None:
    """Apply the policy if waiting for `name` would hold up a loop that runs on this thread."""
    outer = asyncio._get_running_loop()
    if outer is None:
        if (trio := sys.modules.get("trio")) is None or not trio.lowlevel.in_trio_run():
            return
    elif outer is bridge.loop or find_hub() is not None:
        return
    hold_loop(f"{verb}({name})", holding)


def run_to_end(
    awaitable: Awaitable[Any], name: str, timeout: float | None, loop: asyncio.AbstractEventLoop | None = None
) -> Any:
    """Run `awaitable`, and whatever awaitable it gives in turn, until there is a value.

    It runs on `loop` if that is given, else on the loop that it belongs to, else on that which offloaded the calling
    thread, else on the bridge.
    """
    limit = 0.0 if timeout is None else timeout
    deadline = None if timeout is None else monotonic() + timeout
    result: Any = awaitable
    while True:
        hub = None
        if _find_hub is not None and (loop or loop_of(result)) in (None, asyncio._get_running_loop()):
            hub = _find_hub()
        result = _cross(result, name, timeout, loop) if hub is None else hub.wait_for(result, name, timeout)
        if deadline is not None:
            if monotonic() > deadline:  # it blocked the thread that could have cancelled it
                count("late")
                discard(result)
                raise TimedOut(name, limit, is_late=True)
            timeout = deadline - monotonic()
        if not is_awaitable(result):
            return result


def _cross(
    awaitable: Awaitable[Any], name: str, timeout: float | None, target: asyncio.AbstractEventLoop | None
) -> Any:
    outer, shared = asyncio._get_running_loop(), bridge.loop
    job = None if outer is not None else current_job()
    coroutine = coroutine_of(awaitable)
    try:
        target = target or loop_of(awaitable) or _home(job, name) or shared
        if target is not shared and target is not outer and not target.is_running():
            raise _not_running(name)
        frame = open_frame(name, outer)
        wait = None if target is shared else _check_target(target, frame)
    except DuotoneError:
        coroutine.close()
        raise
    context = copy_context()
    context.run(FRAME.set, frame)
    if job is not None:
        let_cancel(job, partial(frame.cancel, target))
    try:
        if wait is None:
            return bridge.run(coroutine, context, frame, timeout)
        gate = Gate(target, coroutine, context, frame, latch())
        gate.post()
        gate.wait(timeout)
        return gate.result()
    except RuntimeError as error:
        if (refusal := _translate(error, name)) is None:
            raise
        raise refusal from error
    finally:
        close_frame(frame)
        if frame.task is not None and frame.task.done():
            bring_back(context)
            frame.task = None
        if wait is not None:
            with GRAPH.mutex:
                GRAPH.remove(wait)
        if job is not None:
            job.cancel_inner = None


def _home(job: Job | None, name: str) -> asyncio.AbstractEventLoop | None:
    """Return the loop that offloaded this thread's work, if one did."""
    if job is None:
        return None
    if job.state is State.ABANDONED:
        raise Abandoned(job.frame.name)
    if job.home is not None and job.home is not bridge.loop and not job.home.is_running():
        raise HomeClosed(name)
    return job.home


def _translate(error: RuntimeError, name: str) -> WrongLoop | None:
    """Say in our words what asyncio and trio say of something that doesn't belong where it was awaited."""
    if "attached to a different loop" in str(error):
        return WrongLoop(f"{name!r} awaited something that belongs to another event loop: {error}")
    if "trio" in sys.modules and ("must be called from async context" in str(error) or "<class 'trio." in str(error)):
        return WrongLoop(f"{name!r} awaits what only trio can run; use trio.run(...), or write it with anyio")
    return None


def _not_running(name: str) -> WrongLoop:
    return WrongLoop(f"{name!r} belongs to an event loop that isn't running; await it on its own loop")


def _check_target(target: asyncio.AbstractEventLoop, frame: Frame) -> Wait:
    """Record that this thread is about to wait for another loop; raises `WouldDeadlock` if that loop waits for it."""
    wait = Wait(frame.waiter, f"an event loop to run {frame.name!r}", lambda: (target,), frame)
    try:
        with GRAPH.mutex:
            GRAPH.add(wait)
    except WouldDeadlock:
        close_frame(frame)
        raise
    return wait


def run_on_worker(
    function: Callable[[], Any],
    name: str,
    timeout: float | None,
    *,
    pool: Pool | None = None,
    on_late: OnLate | None = None,
) -> Any:
    """Run a sync function on a worker, since a thread can't be stopped but the wait for it can.

    `pool` is the one whose threads are used; `on_late` gets what comes after the wait was given up.
    """
    pool = default_pool if pool is None else pool
    frame = open_frame(name, asyncio._get_running_loop())
    done = latch()
    job = Job(function, copy_context(), Frame(frame.waiter, name, parent=frame), done.open, on_late=on_late)
    try:
        pool.submit(job)
        try:
            done.wait(timeout)
        finally:
            can_stop = job.cancel_inner is not None
            end = pool.give_up(job)
            if end is State.ABANDONED and can_stop and done.wait(settings.grace):
                end = State.WITHDRAWN
    finally:
        close_frame(frame)
    if end is not State.DONE:
        assert timeout is not None
        raise TimedOut(name, timeout, abandoned=end is State.ABANDONED)
    bring_back(job.context)
    return job.result()


def open_frame(name: str, outer: asyncio.AbstractEventLoop | None) -> Frame:
    """Record that the current thread, or the task that runs on it, is about to wait."""
    if outer is None:
        return Frame(get_ident(), name)
    # The shared loop goes on while one of its steps waits, and so does one with a hub.
    holds = None if outer is bridge.loop or find_hub() is not None else outer
    frame = Frame(asyncio.current_task(outer) or get_ident(), name, holds)
    frame.outer = outer
    return frame


def close_frame(frame: Frame) -> None:
    """Record that the wait is over."""
    frame.is_open = False


def latch() -> Latch:
    """Make a latch for the current thread; where its loop can go on meanwhile, that is where it waits."""
    loop = asyncio._get_running_loop()
    if loop is None or (loop is not bridge.loop and find_hub() is None):
        return ThreadLatch()
    return LoopLatch(loop)


class LoopLatch:
    """A latch at which one step of a loop stands still, while the loop goes on."""

    __slots__ = ("_future", "_loop")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Make a latch that is closed; `loop` is the one that runs on this thread."""
        self._loop = loop
        self._future: asyncio.Future[None] = loop.create_future()

    def open(self) -> None:
        """Let the step go on; from any thread."""
        with contextlib.suppress(RuntimeError):  # the loop has closed, so nobody waits any more
            self._loop.call_soon_threadsafe(finish, self._future)

    def wait(self, timeout: float | None, look_around: Callable[[], object] = bool) -> bool:
        """Wait until it is open, and tell whether that was within `timeout` seconds."""
        coroutine = self._watch(timeout, look_around)
        if (hub := find_hub()) is not None:
            return bool(hub.wait_for(coroutine, self.wait.__qualname__, None))
        return bool(bridge.run(coroutine, copy_context(), open_frame(self.wait.__qualname__, self._loop)))

    async def _watch(self, timeout: float | None, look_around: Callable[[], object]) -> bool:
        deadline = None if timeout is None else monotonic() + timeout
        while not self._future.done():
            left = LOOK_AROUND if deadline is None else min(LOOK_AROUND, deadline - monotonic())
            if left <= 0:
                return False
            if not (await asyncio.wait({self._future}, timeout=left))[0]:
                look_around()
        return True
