"""One lock for threads and tasks: owned by whoever took it, first come first served.

1. The owner is a task, or a thread where no task is running; nobody else can take the lock again or release it.
2. A released lock is handed to the first in its queue under the mutex, so nobody can slip in between.
3. A waiter that gives up either leaves the queue or, if the lock was handed to it meanwhile, hands it on.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Generator, Iterator
from typing import Self

from duotone.contract.awaitables import finish
from duotone.contract.bridge import bridge
from duotone.contract.crossing import find_hub, latch
from duotone.contract.interrupts import Interrupts
from duotone.contract.offloading import running_loop
from duotone.contract.settings import check_timeout, hold_loop
from duotone.contract.waits import FRAME, GRAPH, Owner, Wait, current_owner, thing_name
from duotone.errors import NotOwner, TimedOut

__all__ = ["DualLock"]


class _Waiter(Wait):
    """Somebody in the queue of a lock, and how it is woken."""

    __slots__ = ("is_granted", "wake")

    needs_all = True

    def __init__(self, lock: DualLock, owner: Owner, wake: Callable[[], object], held: object) -> None:
        super().__init__(owner, "a lock", lambda: lock.ahead_of(self), FRAME.get(), held)
        self.wake = wake
        self.is_granted = False


class DualLock:
    """A lock that threads take with ``with`` and tasks with ``async with``.

    It belongs to the task that took it, or to the thread where no task is running, and may be taken again by its
    owner alone: another task on the same thread waits its turn. A waiting task never blocks its loop. Whoever asks
    first gets it first, threads and tasks alike.

    A wait that can never end, because the owner waits for the asker, raises `WouldDeadlock` instead.
    """

    __slots__ = ("_depth", "_queue", "owner")

    def __init__(self) -> None:
        """Make a lock that nobody holds."""
        self.owner: Owner | None = None
        self._depth = 0
        self._queue: deque[_Waiter] = deque()

    def locked(self) -> bool:
        """Tell whether somebody holds the lock."""
        return self.owner is not None

    def acquire(self, timeout: float | None = None) -> None:
        """Take the lock from sync code, and wait for it on this thread.

        Raises `TimedOut` after `timeout` seconds. On a thread whose event loop is running the wait holds up that
        loop, and the `holding` policy applies; use ``async with`` there.
        """
        if timeout is not None:
            check_timeout(timeout)
        outer = asyncio._get_running_loop()
        is_holding = outer is not None and outer is not bridge.loop and find_hub() is None
        granted = latch()
        waiter = self._ask(granted.open, held=outer if is_holding else None)
        if waiter is None:
            return
        with self._in_line(waiter), Interrupts(granted.open):
            if is_holding:
                hold_loop("DualLock.acquire()")
            is_in_time = granted.wait(timeout)
        if not is_in_time and timeout is not None and not self._has_arrived(waiter):
            raise TimedOut(self.acquire.__qualname__, timeout)

    async def acquire_async(self, timeout: float | None = None) -> None:
        """Take the lock from a task, and wait for it without blocking the loop.

        Raises `TimedOut` after `timeout` seconds.
        """
        if timeout is not None:
            check_timeout(timeout)
        loop = running_loop("DualLock.acquire_async")
        future: asyncio.Future[None] = loop.create_future()
        waiter = self._ask(lambda: loop.call_soon_threadsafe(finish, future))
        if waiter is None:
            return
        with self._in_line(waiter):
            try:
                async with asyncio.timeout(timeout):
                    await future
            except TimeoutError as error:
                assert timeout is not None  # a future doesn't raise this, so it is the limit's
                if not self._has_arrived(waiter):
                    raise TimedOut(self.acquire_async.__qualname__, timeout) from error

    def release(self) -> None:
        """Release the lock once; raises `NotOwner` if the current task or thread doesn't hold it."""
        me = current_owner()
        with GRAPH.mutex:
            if self.owner != me:
                holder = "nobody" if self.owner is None else thing_name(self.owner)
                raise NotOwner(thing_name(me), holder)
            self._depth -= 1
            if not self._depth:
                self._hand_on()

    def __enter__(self) -> Self:
        """Take the lock from sync code."""
        self.acquire()
        return self

    def __exit__(self, *exc_info: object) -> None:
        """Release the lock."""
        self.release()

    async def __aenter__(self) -> Self:
        """Take the lock from a task."""
        await self.acquire_async()
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        """Release the lock."""
        self.release()

    def ahead_of(self, waiter: Wait) -> Iterator[Owner]:
        """Yield the owner, and those who will be before `waiter` has its turn."""
        if self.owner is not None:
            yield self.owner
        for ahead in self._queue:
            if ahead is waiter:
                return
            yield ahead.owner

    def _ask(self, wake: Callable[[], object], held: object = None) -> _Waiter | None:
        """Take the lock if it is free or the asker's own, else queue up; `held` stands still during the wait."""
        me = current_owner()
        with GRAPH.mutex:
            if self.owner is None or self.owner == me:
                self.owner = me
                self._depth += 1
                return None
            waiter = _Waiter(self, me, wake, held)
            GRAPH.add(waiter)
            self._queue.append(waiter)
            return waiter

    @contextlib.contextmanager
    def _in_line(self, waiter: _Waiter) -> Generator[None]:
        """Wait in the body of the block; if that breaks off, the lock isn't waited for any more, or is handed on."""
        try:
            yield
        except BaseException:
            if self._has_arrived(waiter):
                with GRAPH.mutex:
                    self._hand_on()
            raise

    def _has_arrived(self, waiter: _Waiter) -> bool:
        """Leave the queue, unless the lock was handed over before; tell whether it was."""
        with GRAPH.mutex:
            if waiter in self._queue:
                self._queue.remove(waiter)
                GRAPH.remove(waiter)
            return waiter.is_granted

    def _hand_on(self) -> None:
        """Give the lock to the first in the queue that can still be reached; the mutex is held."""
        self.owner, self._depth = None, 0
        while self._queue and self.owner is None:
            waiter = self._queue.popleft()
            GRAPH.remove(waiter)
            with contextlib.suppress(RuntimeError):  # its loop has closed, and nobody waits there
                waiter.wake()
                waiter.is_granted = True
                self.owner, self._depth = waiter.owner, 1
