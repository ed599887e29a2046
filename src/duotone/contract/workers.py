"""Threads that run sync work for somebody who waits, or who has stopped waiting: pools and one-thread workers."""

from __future__ import annotations

import contextlib
import os
import threading
import weakref
from collections import deque
from queue import Empty, SimpleQueue
from typing import Self

from duotone.contract.apart import close_loop
from duotone.contract.figures import count
from duotone.contract.jobs import Job, State
from duotone.contract.waits import GRAPH, Wait
from duotone.errors import PoolClosed, PoolExhausted

__all__ = ["IDLE_SECONDS", "Pool", "Worker", "default_pool"]

IDLE_SECONDS = 10.0
"""How long a pool's thread stays without work."""


class Pool:
    """A bounded set of threads that start when they are needed and end when they are idle.

    A thread whose call was abandoned no longer counts, so that stuck work doesn't use up the pool; but when as many
    as `size` are lost that way, no more are replaced, and `PoolExhausted` is raised once none is left.
    """

    keeps_threads = False

    def __init__(self, size: int | None = None, *, name: str = "duotone-pool") -> None:
        """Make a pool of at most `size` threads; by default as many as `asyncio.to_thread` has."""
        self.size = min(32, (os.cpu_count() or 1) + 4) if size is None else size
        if self.size < 1:
            message = f"size={size!r} leaves no thread to work with; pass a number from 1 up"
            raise ValueError(message)
        self.name = name
        self._is_closed = False
        self.forget()
        _pools.add(self)

    def forget(self) -> None:
        """Have no threads, as at the start and in a forked child."""
        self._inbox: SimpleQueue[Job | None] = SimpleQueue()
        self._backlog: deque[Job] = deque()
        self._running: set[Job] = set()
        self._idle = self._threads = self._abandoned = self._started = 0

    def submit(self, job: Job) -> None:
        """Let a thread run `job`, now or when one is free.

        Raises `PoolClosed`, `PoolExhausted`, or `WouldDeadlock` if every thread waits for work that is queued here.
        """
        with GRAPH.mutex:
            if self._is_closed:
                raise PoolClosed(self.name)
            job.keeps_thread = self.keeps_threads
            if self._idle:
                self._idle -= 1
                self._running.add(job)
                self._inbox.put(job)
            elif self._can_grow():
                self._grow(job)
            else:
                self._queue(job)

    def _can_grow(self) -> bool:
        return self._threads < self.size and self._threads + self._abandoned < 2 * self.size

    def _grow(self, job: Job) -> None:
        self._running.add(job)
        self._threads += 1
        self._started += 1
        first = [job]  # to be taken out, since a thread keeps its arguments
        name = f"{self.name}-{self._started}"
        try:
            threading.Thread(target=self._serve, args=(first,), name=name, daemon=True).start()
        except RuntimeError:  # the system gives no more, or the interpreter ends
            self._running.discard(job)
            self._threads -= 1
            raise

    def _queue(self, job: Job) -> None:
        if not self._threads:
            raise PoolExhausted(self.name, self._abandoned)
        job.wait = Wait(job.frame.waiter, f"a thread of {self.name}", lambda: self._running, job.frame)
        GRAPH.add(job.wait)
        count("queued")
        self._backlog.append(job)

    def _dequeue(self, job: Job) -> Job:
        count("queued", -1)
        assert job.wait is not None
        GRAPH.remove(job.wait)
        job.wait = None  # which points back to the job: nothing of it is left to the collection of garbage
        self._running.add(job)
        return job

    def _serve(self, first: list[Job]) -> None:
        """Run jobs until there has been none for a while."""
        job: Job | None = first.pop()
        while job is not None:
            if self._starts(job):
                job.execute()
                if not self._ends(job):
                    return
            last, job = [job], None  # let go of what was passed in and out
            job = self._next(last)

    def _starts(self, job: Job) -> bool:
        with GRAPH.mutex:
            if job.state is not State.QUEUED:
                return False
            job.state = State.RUNNING
        count("running")
        return True

    def _ends(self, job: Job) -> bool:
        """Record that `job` has ended, and tell whether this thread still belongs to the pool."""
        with GRAPH.mutex:
            is_late = job.state is State.ABANDONED
            job.state = State.DONE
            if is_late:
                self._abandoned -= 1
        count("abandoned" if is_late else "running", -1)
        job.notify()
        if is_late:
            job.report_late(BaseException)
        return self.keeps_threads or not is_late

    def _next(self, last: list[Job]) -> Job | None:
        """Wait for the next job; the last one stands for this thread until it has another, or is idle."""
        with GRAPH.mutex:
            self._running.discard(last.pop())
            if self._backlog:
                return self._dequeue(self._backlog.popleft())
            if self._is_closed:
                self._threads -= 1
                return None
            self._idle += 1
        try:
            return self._inbox.get(timeout=None if self.keeps_threads else IDLE_SECONDS)
        except Empty:
            return self._retire()

    def _retire(self) -> Job | None:
        with GRAPH.mutex:
            if self._idle:
                self._idle -= 1
                self._threads -= 1
                return None
        return self._inbox.get()  # somebody has just counted on this thread

    def give_up(self, job: Job) -> State:
        """Stop waiting for `job`, and tell what became of it: done, withdrawn before it started, or abandoned."""
        refused: list[Job] = []
        with GRAPH.mutex:
            if job.state is State.QUEUED:
                job.state = State.WITHDRAWN
                if job in self._backlog:
                    self._backlog.remove(job)
                    self._dequeue(job)
                    self._running.discard(job)
            if job.state is not State.RUNNING:
                return job.state
            job.state = State.ABANDONED
            job.frame.is_left = True
            self._abandoned += 1
            if not self.keeps_threads:
                job.frame.is_open = False
                self._running.discard(job)
                self._threads -= 1
                refused = self._replace()
        count("running", -1)
        count("abandoned")
        job.stop_inner()
        for other in refused:
            other.notify()
        return State.ABANDONED

    def _replace(self) -> list[Job]:
        """Go on with what is queued on a new thread; if none is left, refuse it, and return whom to tell."""
        if self._backlog and self._can_grow():
            with contextlib.suppress(RuntimeError):  # what is queued waits for the other threads then
                self._grow(self._backlog[0])
                self._dequeue(self._backlog.popleft())
        refused: list[Job] = []
        while self._backlog and not self._threads:
            refused.append(job := self._dequeue(self._backlog.popleft()))
            self._running.discard(job)
            job.refuse(PoolExhausted(self.name, self._abandoned))
        return refused

    def close(self) -> None:
        """Take no more work, and let idle threads end; what runs goes on to its end, and nobody is joined."""
        with GRAPH.mutex:
            self._is_closed = True
            idle, self._idle = self._idle, 0
            self._threads -= idle
            for _ in range(idle):
                self._inbox.put(None)

    def __enter__(self) -> Self:
        """Return the pool itself, which is closed at the end of the block."""
        return self

    def __exit__(self, *exc_info: object) -> None:
        """Close the pool."""
        self.close()


class Worker(Pool):
    """One thread that runs everything it is given, in order: a home for work that must not change threads."""

    keeps_threads = True

    def __init__(self, *, name: str = "duotone-worker") -> None:
        """Make a worker; its thread starts with the first call and stays until the worker is closed."""
        super().__init__(1, name=name)

    def _serve(self, first: list[Job]) -> None:
        try:
            super()._serve(first)
        finally:
            close_loop()


_pools: weakref.WeakSet[Pool] = weakref.WeakSet()

default_pool = Pool()
"""The pool of every call that names no other."""


def _forget_pools() -> None:
    for pool in list(_pools):
        pool.forget()


if hasattr(os, "register_at_fork"):  # pragma: no branch  # not on Windows
    os.register_at_fork(after_in_child=_forget_pools)
