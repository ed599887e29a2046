"""Parties: long-lived threads and tasks that do what they are told, one thing after the other, and report on it."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from contextvars import ContextVar
from queue import SimpleQueue
from typing import Any

import duotone
from duotone import DualLock
from duotone.contract.bridge import bridge
from tests.model.watchdog import wait_until

__all__ = ["MARK", "LoopThread", "Party", "TaskParty", "ThreadParty"]

MARK: ContextVar[int] = ContextVar("mark", default=0)


class Party:
    """Somebody who can own a lock and wait: a thread or a task."""

    def __init__(self, name: str) -> None:
        """Start idle, with no mark of its own."""
        self.name = name
        self.mark = 0

    def __repr__(self) -> str:
        """Return the name, as the state machine prints it."""
        return self.name

    def do(self, sync: Callable[[], Any], task: Callable[[], Awaitable[Any]]) -> Future[Any]:
        """Let the party do one thing in its own color; what becomes of it is in the future."""
        raise NotImplementedError

    def acquire(self, lock: DualLock, timeout: float | None = None) -> Future[Any]:
        """Take a lock."""
        return self.do(lambda: lock.acquire(timeout), lambda: lock.acquire_async(timeout))

    def release(self, lock: DualLock) -> Future[Any]:
        """Release a lock."""

        async def release() -> None:
            lock.release()

        return self.do(lock.release, release)

    def end(self) -> None:
        """Stop taking orders."""
        raise NotImplementedError


class ThreadParty(Party):
    """A thread without a loop."""

    def __init__(self, name: str) -> None:
        """Start the thread."""
        super().__init__(name)
        self._orders: SimpleQueue[tuple[Callable[[], Any], Future[Any]] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._serve, name=name, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        while (order := self._orders.get()) is not None:
            sync, future = order
            try:
                future.set_result(sync())
            except BaseException as error:  # noqa: BLE001  # judged by whoever reads the future
                future.set_exception(error)

    def do(self, sync: Callable[[], Any], task: Callable[[], Awaitable[Any]]) -> Future[Any]:
        """Do the sync thing."""
        future: Future[Any] = Future()
        self._orders.put((sync, future))
        return future

    def end(self) -> None:
        """Let the thread end."""
        self._orders.put(None)
        wait_until(lambda: not self._thread.is_alive(), lambda: 0, lambda: f"{self} doesn't end")


class TaskParty(Party):
    """A task, on the shared loop or on another one."""

    def __init__(self, name: str, loop: asyncio.AbstractEventLoop) -> None:
        """Start the task on `loop`, which must run or be the shared one."""
        super().__init__(name)
        self._loop = loop
        self._orders: asyncio.Queue[tuple[Callable[[], Awaitable[Any]], Future[Any]] | None] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._ended = threading.Event()
        loop.call_soon_threadsafe(self._start)

    def _start(self) -> None:
        self._task = self._loop.create_task(self._serve(), name=self.name)
        self._task.add_done_callback(lambda _: self._ended.set())

    async def _serve(self) -> None:
        while (order := await self._orders.get()) is not None:
            task, future = order
            try:
                future.set_result(await task())
            except BaseException as error:  # noqa: BLE001  # judged by whoever reads the future
                future.set_exception(error)

    def do(self, sync: Callable[[], Any], task: Callable[[], Awaitable[Any]]) -> Future[Any]:
        """Do the async thing."""
        future: Future[Any] = Future()
        self._loop.call_soon_threadsafe(self._orders.put_nowait, (task, future))
        return future

    def cancel(self) -> None:
        """Cancel what the task waits for; the task itself takes further orders."""

        def cancel() -> None:
            assert self._task is not None
            self._task.cancel()

        self._loop.call_soon_threadsafe(cancel)

    def end(self) -> None:
        """Let the task end."""
        self._loop.call_soon_threadsafe(self._orders.put_nowait, None)
        wait_until(self._ended.is_set, lambda: 0, lambda: f"{self} doesn't end")


class LoopThread:
    """An event loop of its own on a thread, for as long as it is wanted."""

    def __init__(self) -> None:
        """Start the loop."""
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._serve, name="loop-thread", daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        with contextlib.closing(self.loop):
            self.loop.run_forever()

    def end(self) -> None:
        """Stop the loop."""
        self.loop.call_soon_threadsafe(self.loop.stop)
        wait_until(lambda: not self._thread.is_alive(), lambda: 0, lambda: "the loop doesn't end")


class Gathering:
    """A wait that crosses the colors several times and ends when somebody says so."""

    def __init__(self, depth: int) -> None:
        """Prepare a wait below so many crossings."""
        self.depth = depth
        self.value = object()
        self.has_begun = threading.Event()
        self._is_over = threading.Event()

    def finish(self) -> None:
        """Let it end."""
        self._is_over.set()

    def sync(self) -> object:
        """Wait in sync code, or cross to async code."""
        return self._wait() if self.depth == 0 else self._deeper(duotone.run, self.coroutine)

    async def coroutine(self) -> object:
        """Cross to sync code, where the wait is."""
        self.depth -= 1
        return await duotone.call(self.sync if self.depth > 0 else self._wait)

    def _wait(self) -> object:
        MARK.set(MARK.get() + 1)
        self.has_begun.set()
        self._is_over.wait()
        return self.value

    def _deeper(self, verb: Callable[..., Any], callee: Callable[..., Any]) -> object:
        self.depth -= 1
        return verb(callee)


def shared_loop() -> asyncio.AbstractEventLoop:
    """Return the loop that all sync callers share."""
    return bridge.loop
