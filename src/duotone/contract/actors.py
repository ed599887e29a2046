"""Actors: one task, or one thread, in which something is done step by step on request from the other color.

1. All steps of an actor run in one task (or thread) and in one context object, in the order in which they were asked
   for, so that cancel scopes, timeouts and tokens of context variables can be held from one step to the next.
2. A step sees the context variables of whoever asks, who gets back what the step changed; what was unset is unset.
3. Cancelling whoever asks cancels the step, and leaves the actor as it was. Only the last step goes on to its end.
4. A cancellation that comes between two steps is given to the play at once, and what comes of that is the answer to the
   next request. If nothing there takes the cancellation for its own, the actor ends.
5. The last step is waited for only where such a wait can end: not during a garbage collection, which may have begun
   anywhere, nor in work that was abandoned, nor while an earlier step is stuck.
6. The task of an actor that was let go of closes the play and ends. Between two steps it knows neither of them, so that
   a play which refers to its actor can be let go of together with it.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import warnings
import weakref
from _thread import allocate_lock
from collections import deque
from collections.abc import Awaitable, Callable, Generator
from contextvars import Context, copy_context
from functools import partial
from threading import get_ident
from typing import Any, Protocol, TypeVar

from duotone.contract.crossing import close_frame, find_hub, open_frame, run_to_end
from duotone.contract.guests import add_guest
from duotone.contract.jobs import Job, OnLate, State, current_job
from duotone.contract.loop import BridgeLoop
from duotone.contract.offloading import await_within, offload
from duotone.contract.steps import Step, Tokens
from duotone.contract.waits import FRAME, GRAPH, Frame, Wait, current_owner
from duotone.contract.workers import Pool, Worker
from duotone.errors import DuotoneError, TimedOut, UnfinishedWork

__all__ = ["Actor", "AsyncActor", "Play"]

T = TypeVar("T")


class Play(Protocol):
    """What an actor has in hand from one step to the next."""

    async def cancel(self, error: BaseException, /) -> Any:
        """Take a cancellation that came between two steps."""

    async def close(self) -> Any:
        """Bring everything to its end."""


class _Reply(asyncio.Future[None]):
    """What the caller's task awaits: cancelling it cancels the step, as when a task is awaited."""

    def __init__(self, step: Step[Any], desk: _Desk) -> None:
        super().__init__(loop=desk.loop)
        self._step = step
        self._desk = desk

    def cancel(self, msg: Any | None = None) -> bool:
        """Cancel the step where it is, or withdraw it if it has not begun; the last one is only not waited for."""
        step, desk = self._step, self._desk
        if self.done():
            return False
        if step.is_last:
            step.tell = partial(desk.report, step)
            return super().cancel(msg)
        if step in desk.queue:
            desk.queue.remove(step)
            return super().cancel(msg)
        assert desk.task is not None
        step.cancels += 1
        return desk.task.cancel(msg)

    def finish(self) -> None:
        """Wake the caller; cancelled, if the step has ended in the cancellation that came from here."""
        if self._step.cancels and isinstance(self._step.error, asyncio.CancelledError):
            super().cancel()
        else:
            self.set_result(None)


class _Bell(asyncio.Future[None]):
    """What an actor's task awaits between two steps; ringing it takes the next one at once, inside the ringing task."""

    _callback: Callable[[Any], object]
    _context: Context

    def add_done_callback(self, callback: Callable[[Any], object], /, *, context: Context | None = None) -> None:
        """Remember how the task is woken, which asks for it in just this way."""
        assert context is not None
        self._callback, self._context = callback, context
        super().add_done_callback(callback, context=context)

    def ring(self, ringer: asyncio.Task[Any]) -> None:
        """Let the actor's task run until it waits again; `ringer` is the current task."""
        loop = self.get_loop()
        self.remove_done_callback(self._callback)
        self.set_result(None)
        asyncio._leave_task(loop, ringer)
        try:
            self._context.run(self._callback, self)
        finally:
            asyncio._enter_task(loop, ringer)


class _Desk:
    """Where an actor's task receives its requests."""

    def __init__(self, name: str, play: Play, loop: asyncio.AbstractEventLoop | None) -> None:
        self.name = name
        self.loop = loop
        self.task: asyncio.Task[None] | None = None
        self.queue: deque[Step[Any]] = deque()
        self.is_busy = False
        self.is_over = False
        self._play = weakref.ref(play)
        self._early: Step[Any] | None = None
        self._bell: _Bell | None = None
        self._tokens: Tokens = {}

    def __str__(self) -> str:
        return f"the task of {self.name!r}"

    async def deliver(self, step: Step[Any]) -> None:
        """Hand in a step for the current task, and wait until it is done."""
        self.loop = asyncio.get_running_loop()
        frame = Frame(current_owner(), self.name, self)
        step.caller = copy_context()
        step.caller.run(FRAME.set, frame)
        try:
            # A greenlet may stop in the middle of a step, so it takes none of others.
            self.receive(step, _current_task() if find_hub() is None else None)
            if not step.is_answered:
                reply = _Reply(step, self)
                step.tell = reply.finish
                await reply
        finally:
            frame.is_open = False

    def receive(self, step: Step[Any], ringer: asyncio.Task[Any] | None = None) -> None:
        """Take a step in, and wake the task or start it; runs on the loop."""
        if self.is_over:
            self.conclude(step)
            return
        self.queue.append(step)
        if self.task is None:
            task: Any = asyncio.Task(self._serve(), loop=self.loop, context=Context(), name=f"duotone {self.name}")
            task._log_destroy_pending = False  # noqa: SLF001  # a forked child ends without ending it
            self.task = task
            _tasks.add(task)
            add_guest(task)
        elif self._bell is not None and not self._bell.done():
            if ringer is None:
                self._bell.set_result(None)
            else:
                self._bell.ring(ringer)

    async def _serve(self) -> None:
        """Do one step after the other, until the last."""
        try:
            while not await self._do_next():
                pass
        finally:
            self.is_over = True
            _tasks.discard(self.task)
            while self.queue:
                self.conclude(self.queue.popleft())

    async def _do_next(self) -> bool:
        while not self.queue:
            self._bell = _Bell(loop=self.loop)
            try:
                await self._bell
            except asyncio.CancelledError as error:
                await self._cancel(error)
        step = self.queue.popleft()
        if self._early is None or not step.is_next:
            self.is_busy = True
            await step.aperform(self._tokens)
            await self._settle(step)
            self.is_busy = False
        self._answer(step)
        return step.is_last

    async def _cancel(self, error: asyncio.CancelledError) -> None:
        """Let the play take a cancellation; raises it if nothing there has asked for it."""
        play = self._play()
        if play is None:
            return  # the actor was let go of, and the last step is on its way
        self._early = early = Step[Any](partial(play.cancel, error))
        await early.aperform(self._tokens)
        if _current_task().cancelling():
            last: Step[Any] = Step(play.close)
            await last.aperform(self._tokens)
            early.error = early.error or last.error
            raise error

    async def _settle(self, step: Step[Any]) -> None:
        """Leave the task as if it had not been cancelled on behalf of `step`."""
        if not step.cancels:
            return
        for _ in range(step.cancels):
            _current_task().uncancel()
        with contextlib.suppress(asyncio.CancelledError):  # it may still be on its way
            await asyncio.sleep(0)

    def _answer(self, step: Step[Any]) -> None:
        early, self._early = self._early, None
        if early is not None:
            step.take_over(early)
        step.is_answered = True
        tell, step.tell = step.tell, None
        if tell is not None:
            tell()

    def report(self, step: Step[Any]) -> None:
        """Tell the loop about an error in a step that nobody waits for."""
        if step.error is not None and not isinstance(step.error, asyncio.CancelledError):
            assert self.loop is not None
            self.loop.call_exception_handler({"message": f"{self.name!r} failed at its end", "exception": step.error})

    def conclude(self, step: Step[Any]) -> None:
        """Answer a step that came after the end."""
        if self._early is None and not step.is_last:
            step.error = asyncio.CancelledError(f"{self.name!r} has ended")
        self._answer(step)


_tasks: set[asyncio.Task[None] | None] = set()
"""The tasks of all actors, which end by themselves and not by being collected."""


def _current_task() -> asyncio.Task[Any]:
    task = asyncio.current_task()
    assert task is not None
    return task


@contextlib.contextmanager
def _waiting_for(desk: _Desk) -> Generator[None]:
    """Record a wait for the step that a busy actor does; raises `WouldDeadlock` if that waits for the current code."""
    frame = open_frame(desk.name, asyncio._get_running_loop())
    wait = Wait(frame.waiter, str(desk), lambda: (desk,), frame)
    try:
        with GRAPH.mutex:
            GRAPH.add(wait)
        yield
    finally:
        close_frame(frame)
        with GRAPH.mutex:
            GRAPH.remove(wait)


class Actor:
    """A task in which coroutines are run one by one for sync code.

    It lives on `loop`, else where `run` would run something that is called in the place of its first step.
    """

    def __init__(self, name: str, play: Play, loop: asyncio.AbstractEventLoop | None = None) -> None:
        """Make an actor, whose task starts with the first step."""
        self._desk = _Desk(name, play, loop)
        self._play = play
        self._tokens: Tokens = {}

    def ask(self, function: Callable[[], Awaitable[T]], timeout: float | None = None, *, is_next: bool = True) -> T:
        """Await what `function` returns in the task of the actor, and return its result.

        If that is just what comes next, and a cancellation has brought it about already, nothing is called.
        """
        step: Step[T] = Step(function, is_next=is_next)
        self._hand_in(step, timeout)
        return step.result()

    def _hand_in(self, step: Step[Any], timeout: float | None = None) -> None:
        desk = self._desk
        try:
            if desk.is_over:
                desk.conclude(step)
            else:
                with _waiting_for(desk) if desk.is_busy else contextlib.nullcontext():
                    run_to_end(desk.deliver(step), desk.name, timeout, desk.loop)
        finally:
            step.bring_back(self._tokens)

    def end(self, function: Callable[[], Awaitable[Any]] | None = None, timeout: float | None = None) -> Any:
        """Do the last step, or close the play, and let the task end; returns None where that can't be waited for."""
        desk, function = self._desk, function or self._play.close
        if timeout is not None:
            function = partial(_do_within, function, desk.name, timeout)
        step: Step[Any] = Step(function, is_last=True)
        if desk.is_over or (desk.task is not None and not desk.is_busy and _may_wait()):
            # The loop may be closed, or wait for this very code; or this code is abandoned just now.
            with contextlib.suppress(RuntimeError, asyncio.CancelledError):
                self._hand_in(step)
        if not step.is_answered and step.caller is None:
            self._post(step)
        return step.result() if step.is_answered else None

    def _post(self, step: Step[Any]) -> None:
        desk = self._desk
        step.tell = partial(desk.report, step)
        if desk.task is None or desk.loop is None:
            return
        try:
            desk.loop.call_soon_threadsafe(desk.receive, step)
        except RuntimeError:
            desk.is_over = True
            _tasks.discard(desk.task)
            if not isinstance(desk.loop, BridgeLoop):  # which is closed in a forked child, where nothing was lost
                warnings.warn(
                    f"the event loop of {desk.name!r} was closed before its end", UnfinishedWork, stacklevel=3
                )

    def __del__(self) -> None:
        """Let the task close the play and end."""
        if not self._desk.is_over:
            self._post(Step(self._play.close, is_last=True))


async def _do_within(function: Callable[[], Awaitable[T]], name: str, timeout: float) -> T:
    return await await_within(function(), name, timeout)


class _Collection:
    """Which thread is collecting garbage, if any."""

    thread: int | None = None


def _note_collection(
    phase: str, _info: object, collection: type[_Collection] = _Collection, ident: Callable[[], int] = get_ident
) -> None:
    # The defaults outlive the names of the module at exit.
    collection.thread = ident() if phase == "start" else None


gc.callbacks.append(_note_collection)


def _may_wait() -> bool:
    """Tell whether a wait on this thread can be expected to end."""
    job = current_job()
    return _Collection.thread != get_ident() and (job is None or job.state is not State.ABANDONED)


class _Stage:
    """What a worker calls for an actor: a step, in the context that lasts from one to the next."""

    def __init__(self, name: str) -> None:
        self.__qualname__ = name  # which is what messages call it
        self._thread = 0
        self._context = Context()
        self._tokens: Tokens = {}
        self._is_taken = allocate_lock()  # a pool has other threads, and a context is entered by one at a time

    def __call__(self, step: Step[Any]) -> None:
        if step.claim():
            step.caller = copy_context()
            with self._is_taken:
                self._thread = get_ident()
                self._context.run(step.perform, self._tokens)

    def call_late(self, function: Callable[[], object], _value: object, _error: object) -> None:
        """Call a function after a step that nobody waited for, on its thread; elsewhere, it ended just in time."""
        if get_ident() == self._thread:
            with self._is_taken:
                self._context.run(function)


class AsyncActor:
    """A thread on which functions are called one by one for async code."""

    def __init__(self, name: str, pool: Pool | None = None) -> None:
        """Make an actor with a thread of its own, or one that uses `pool`."""
        self._pool = Worker(name=f"duotone-{name}") if pool is None else pool
        self._owns_pool = pool is None
        self._stage = _Stage(name)
        self._tokens: Tokens = {}
        self._is_stuck = False

    async def ask(
        self, function: Callable[[], T], timeout: float | None = None, on_late: Callable[[], object] | None = None
    ) -> T:
        """Call `function` on the thread of the actor, and return its result.

        If it goes on after the caller has stopped waiting, `on_late` is called on the same thread at its end.
        """
        step: Step[T] = Step(function)
        late = None if on_late is None else partial(self._stage.call_late, on_late)
        try:
            await self._hand_in(step, timeout, late)
        except BaseException:
            self._is_stuck = not step.claim() and not step.has_ended
            raise
        return step.result()

    async def _hand_in(self, step: Step[Any], timeout: float | None, late: OnLate | None = None) -> None:
        try:
            await offload(self._stage, step, pool=self._pool, timeout=timeout, on_late=late)
        finally:
            step.bring_back(self._tokens)

    # duotone: allow drifted-twins -- a play closes itself, and what a thread is to do last has to be said
    async def end(self, function: Callable[[], T], timeout: float | None = None) -> T | None:
        """Do the last step and let the thread end; returns None if an earlier step is stuck on it."""
        step: Step[T] = Step(function, is_last=True)
        try:
            if self._is_stuck:
                return None
            await self._hand_in(step, timeout)
            return step.result()
        except (asyncio.CancelledError, TimedOut):
            self._leave(step)
            raise
        finally:
            if self._owns_pool:
                self._pool.close()

    def _leave(self, step: Step[Any]) -> None:
        """Let the thread take a step that may have been withdrawn, if it has not begun by then; nobody waits for it."""
        name = self._stage.__qualname__
        frame = Context().run(Frame, 0, name)
        try:
            self._pool.submit(Job(partial(self._stage, step), copy_context(), frame, bool))
        except DuotoneError:
            if step.claim():
                warnings.warn(f"the thread of {name!r} was closed before its end", UnfinishedWork, stacklevel=3)
