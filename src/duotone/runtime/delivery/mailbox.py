"""A queue of notices that is read from either color: a thread waits in it, a task awaits it."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections import deque
from collections.abc import Callable

from duotone.runtime.delivery.channels import Notice

__all__ = ["Mailbox"]


class Mailbox:
    """Notices in the order in which they came; each is read once, whoever reads it."""

    def __init__(self) -> None:
        """Be empty and open."""
        self._notices: deque[Notice] = deque()
        self._changed = threading.Condition()
        self._callers: list[Callable[[], None]] = []
        self.is_closed = False

    def put(self, notice: Notice) -> bool:
        """Add a notice, and say whether the mailbox is open, so that somebody may read it."""
        with self._changed:
            if self.is_closed:
                return False
            self._notices.append(notice)
            self._call()
        return True

    def close(self) -> None:
        """Take no more; what is there can still be read."""
        with self._changed:
            self.is_closed = True
            self._call()

    def take_all(self) -> list[Notice]:
        """Return what is there, without waiting."""
        with self._changed:
            taken = list(self._notices)
            self._notices.clear()
            return taken

    def get(self, timeout: float | None = None) -> Notice | None:
        """Wait for a notice and return it; None if the time is up, or the mailbox is closed and empty."""
        with self._changed:
            self._changed.wait_for(lambda: self._notices or self.is_closed, timeout)
            return self._notices.popleft() if self._notices else None

    async def aget(self) -> Notice | None:
        """Await a notice and return it; None if the mailbox is closed and empty."""
        loop = asyncio.get_running_loop()
        while True:
            told = asyncio.Event()
            with self._changed:
                if self._notices:
                    return self._notices.popleft()
                if self.is_closed:
                    return None
                self._callers.append(lambda told=told: _tell(loop, told))  # type: ignore[misc]  # bound at once
            await told.wait()

    def _call(self) -> None:
        """Wake everybody who waits; each looks again."""
        self._changed.notify_all()
        callers, self._callers = self._callers, []
        for call in callers:
            call()


def _tell(loop: asyncio.AbstractEventLoop, told: asyncio.Event) -> None:
    with contextlib.suppress(RuntimeError):  # the loop has closed, so nobody waits any more
        loop.call_soon_threadsafe(told.set)
