"""The bridge: one shared loop on which all sync callers run their coroutines.

1. A caller that finds the loop free takes the first step of its coroutine on its own thread. Most calls end there.
2. If the coroutine suspends, that caller leads the loop until its own task is done, as long as it is alone: once others
   wait at their gates the background thread leads, so that no caller gets stuck in a step of somebody else's.
3. A caller that finds the loop taken, or that has a deadline, hands its coroutine in and waits at a gate of its own.
4. Whoever stops leading while work remains passes the lead to the background thread, which ends when all is done. While
   that thread rests, a caller may take the lead from it, so that an open socket doesn't make calls dear.
5. A call inside a step of this loop, on the same thread, leads the loop in a nested way if it is alone; else the thread
   stands still with its step and another one leads. If it is the background thread, a new one takes its place.
6. No user code runs without the turn, and none of ours waits for a thread while holding it.
"""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import os
import threading
import warnings
from collections.abc import Coroutine
from contextvars import Context
from functools import partial
from threading import get_ident
from typing import Any

from duotone.contract.gates import Gate
from duotone.contract.interrupts import Interrupts
from duotone.contract.loop import BridgeLoop, Crowded
from duotone.contract.waits import Frame
from duotone.errors import UnfinishedWork

__all__ = ["EXIT_DEADLINE", "LINGER", "Bridge", "bridge"]

LINGER = 0.25
"""Seconds for which the background thread stays when nothing remains, since work often comes back."""

EXIT_DEADLINE = 2.0
"""Seconds that pending work has for its cleanup when the interpreter ends."""


class Bridge:
    """The shared loop and its background thread; the process has one, `bridge`."""

    def __init__(self) -> None:
        """Make a bridge that has no loop yet: importing duotone opens nothing."""
        self._loop: BridgeLoop | None = None
        self._making = threading.Lock()
        self._background: threading.Thread | None = None
        self._gates: set[Gate] = set()
        self._inherited: list[BridgeLoop] = []

    @property
    def loop(self) -> BridgeLoop:
        """The shared loop, made when it is first needed."""
        if self._loop is None:
            with self._making:
                if self._loop is None:  # pragma: no branch  # two threads may come first at once
                    # In a context of its own, which lives as long as the loop: not in the first caller's.
                    self._loop = Context().run(BridgeLoop, self._call_background, self._is_crowded)
                    atexit.register(self.close)
        return self._loop

    def run(
        self, coroutine: Coroutine[Any, Any, Any], context: Context, frame: Frame, timeout: float | None = None
    ) -> Any:
        """Run `coroutine` in `context` to its end, and return its result.

        Raises `TimedOut` if it doesn't end within `timeout` seconds.
        """
        loop = self.loop
        if loop.is_entered():
            return self._run_nested(loop, coroutine, context, frame, timeout)
        if timeout is None and loop.turn.acquire(blocking=False):
            return self._run_here(loop, coroutine, context, frame)
        if loop.leader == get_ident():  # a signal handler calls in while its own thread rests, and can't wait for it
            loop.turn.acquire()
            try:
                return self._run_nested(loop, coroutine, context, frame, timeout)
            finally:
                loop.turn.release()
        gate = Gate(loop, coroutine, context, frame)
        self._gates.add(gate)
        gate.post()
        return self._wait(gate, timeout)

    def _run_here(self, loop: BridgeLoop, coroutine: Coroutine[Any, Any, Any], context: Context, frame: Frame) -> Any:
        """Take the first step on this thread, which has the turn, then lead as long as this caller is alone."""
        gate: Gate | None = None
        seat = loop.enter(frame)
        try:
            task = loop.begin(coroutine, context)
            frame.begun(task)
            if not task.done():
                self._drive(loop, task, frame)
            if not task.done():
                gate = self._add_gate(Gate(loop, coroutine, context, frame))
        finally:
            loop.leave(seat)
            if loop.leader is not None and seat.loop is not loop:  # else it leads beneath a signal handler's call
                self._stop_leading(loop)
            loop.turn.release()
            if loop.has_work():
                self._call_background()
        if gate is not None:
            return self._wait(gate, None)
        try:
            return task.result()
        finally:
            del task  # an exception would otherwise keep this frame, and the frame the exception

    def _run_nested(
        self,
        loop: BridgeLoop,
        coroutine: Coroutine[Any, Any, Any],
        context: Context,
        frame: Frame,
        timeout: float | None,
    ) -> Any:
        """Run the coroutine in the middle of another one's step; this thread has the turn."""
        seat = loop.enter(frame)
        try:
            task = loop.begin(coroutine, context)
            frame.begun(task)
            if timeout is None and not task.done():
                self._drive(loop, task, frame)
            if not task.done():
                self._stand_still(loop, self._add_gate(Gate(loop, coroutine, context, frame)), timeout)
        finally:
            loop.leave(seat)
        try:
            return task.result()
        finally:
            del task

    def _drive(self, loop: BridgeLoop, task: asyncio.Task[Any], frame: Frame) -> None:
        """Lead the loop until `task` is done or others wait; whatever breaks this off cancels the task."""
        if not self._is_alone(loop):
            return
        loop.leader = get_ident()
        try:
            try:
                if loop.is_ready():  # most are done after one turn without a wait, at less cost
                    self._run_once(loop, task)
            except KeyboardInterrupt:
                frame.cancel(loop)
                self._lead_until_done(loop, task, frame)
                raise
            self._lead_until_done(loop, task, frame)
        except BaseException:
            task.cancel()
            raise

    def _lead_until_done(self, loop: BridgeLoop, task: asyncio.Task[Any], frame: Frame) -> None:
        if not task.done():
            with Interrupts(partial(frame.cancel, loop), loop.wakes):
                while not task.done() and self._is_alone(loop):
                    loop.leader = get_ident()
                    self._run_once(loop, task)

    def _is_alone(self, loop: BridgeLoop) -> bool:
        """Tell whether the current thread, which has the turn, may lead for itself."""
        leader = loop.leader
        return not self._gates and (leader is None or leader == get_ident() or self._is_background(leader))

    def _is_crowded(self) -> bool:
        """Tell whether a caller leads while others wait at their gates."""
        return bool(self._gates) and self._loop is not None and not self._is_background(self._loop.leader)

    def _stop_leading(self, loop: BridgeLoop) -> None:
        """Leave the lead to others; the turn is about to be released."""
        if loop.leader == get_ident():
            loop.leader = None
        elif loop.leader is not None:
            loop.wake_if_needed()

    def _stand_still(self, loop: BridgeLoop, gate: Gate, timeout: float | None) -> None:
        """Wait at a gate in the middle of a step, without the turn, while another thread leads."""
        self._stop_leading(loop)
        if self._is_background(get_ident()):
            self._background = None
        loop.pause()
        self._call_background()
        try:
            gate.wait(timeout)
        finally:
            self._gates.discard(gate)
            loop.go_on()

    def _add_gate(self, gate: Gate) -> Gate:
        """Let somebody else lead for a task that this thread has begun."""
        self._gates.add(gate)
        gate.watch()
        return gate

    def _wait(self, gate: Gate, timeout: float | None) -> Any:
        try:
            gate.wait(timeout)
            return gate.result()
        finally:
            self._gates.discard(gate)

    def _run_once(self, loop: BridgeLoop, task: asyncio.Task[Any] | None = None) -> None:
        """Let the loop run once; an exit that belongs to somebody's task goes to that somebody alone."""
        try:
            with contextlib.suppress(Crowded):
                loop.run_once()
        except (SystemExit, KeyboardInterrupt) as error:
            waited_for = [task, *(gate.task for gate in list(self._gates))]
            if not any(_ended_with(error, candidate) for candidate in waited_for):
                raise

    # -- the background thread ------------------------------------------------------------------------------------

    def _is_background(self, thread: int | None) -> bool:
        return self._background is not None and self._background.ident == thread

    def _call_background(self) -> None:
        """Make the background thread lead, if there is work that nobody leads."""
        loop = self.loop
        # Whoever has the turn looks again after releasing it, so one of us sees what came in between.
        while loop.leader is None and loop.has_work() and loop.turn.acquire(blocking=False):
            try:
                if loop.leader is None:  # pragma: no branch  # somebody may have come in between
                    loop.hand_lead_to(self._background_ident())
            except RuntimeError as error:
                if "shutdown" not in str(error):
                    raise
                return  # from 3.12 on no thread starts at exit, where `close` does what is left
            finally:
                loop.turn.release()

    def _background_ident(self) -> int:
        """Return the identifier of the background thread, which is started if there is none."""
        if self._background is None:
            thread = threading.Thread(target=self._serve, name="duotone-bridge", daemon=True)
            thread.start()
            self._background = thread
        assert self._background.ident is not None
        return self._background.ident

    def _serve(self) -> None:
        """Lead the loop whenever this thread is given the lead, until that hasn't happened for a while."""
        loop = self.loop
        while self._is_given_lead(loop):
            seat = loop.enter()
            try:
                while loop.leader == get_ident() and loop.has_work():
                    self._run_once_in_background(loop)
            finally:
                loop.leave(seat)
                self._stop_leading(loop)
                loop.turn.release()
            self._call_background()

    def _is_given_lead(self, loop: BridgeLoop) -> bool:
        """Wait for the lead and take the turn; false when this thread isn't needed any more."""
        loop.turn.acquire()
        while loop.leader != get_ident():
            if not self._is_background(get_ident()):  # it stood still once, and another one took its place
                loop.turn.release()
                self._call_background()
                return False
            loop.is_parked = True
            loop.turn.release()
            self._call_background()
            loop.park.acquire(timeout=LINGER)
            loop.turn.acquire()
            loop.park.acquire(blocking=False)  # the call may have come just after the time was up
            if loop.is_parked:
                loop.is_parked = False
                self._background = None
        return True

    def _run_once_in_background(self, loop: BridgeLoop) -> None:
        try:
            self._run_once(loop)
        except (SystemExit, KeyboardInterrupt) as error:
            loop.call_exception_handler({"message": "a background task asked to exit", "exception": error})

    # -- the end --------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Cancel what is pending, let it clean up within a deadline, and close the loop; runs at exit."""
        loop, self._loop = self._loop, None
        if loop is None or not loop.turn.acquire(timeout=EXIT_DEADLINE):
            return
        loop.leader = get_ident()
        seat = loop.enter()
        pending = [task for task in asyncio.all_tasks(loop) if not task.done()]
        for task in pending:
            task.cancel()
        deadline = loop.call_later(EXIT_DEADLINE, bool)
        _finish(loop, pending, deadline)
        _finish(loop, [loop.create_task(loop.shutdown_asyncgens())], deadline)
        loop.leave(seat)
        loop.leader = None
        loop.close()
        if pending:
            names = ", ".join(sorted(task.get_name() for task in pending))
            warnings.warn(f"still running at exit, and cancelled: {names}", UnfinishedWork, stacklevel=1)

    def forget(self) -> None:
        """Start afresh in a forked child, where the threads of the parent are gone."""
        loop, self._loop = self._loop, None
        self._making = threading.Lock()
        self._background = None
        self._gates = set()
        if loop is not None:
            for task in asyncio.all_tasks(loop):  # the parent's, which are not lost when the child lets go of them
                setattr(task, "_log_destroy_pending", False)  # noqa: B010  # as gather does
            loop.forget()
            self._inherited.append(loop)


def _ended_with(error: BaseException, task: asyncio.Task[Any] | None) -> bool:
    return task is not None and task.done() and not task.cancelled() and task.exception() is error


def _finish(loop: BridgeLoop, tasks: list[asyncio.Task[Any]], deadline: asyncio.TimerHandle) -> None:
    """Run the loop until the tasks and what they leave ready are done, or the deadline has passed."""
    while loop.time() < deadline.when() and (loop.is_ready() or not all(task.done() for task in tasks)):
        loop.run_once()


bridge = Bridge()

if hasattr(os, "register_at_fork"):  # pragma: no branch  # not on Windows
    os.register_at_fork(after_in_child=bridge.forget)
