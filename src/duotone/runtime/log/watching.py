"""Tasks that wait for the log to go on: one thread looks for all of them, and stays while they come back."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from duotone.errors import DuotoneError, LogClosed
from duotone.runtime.log.forking import forget_in_children
from duotone.runtime.log.store import Store

__all__ = ["Watch"]

_LOOK: Final = 0.25
"""How often the thread looks whether anybody still waits, in seconds."""
_LINGER: Final = 2.0
"""How long it stays when nobody does: who reads on waits again soon, and a loop stands still while a thread starts."""

_Told: TypeAlias = asyncio.Future[int]


class _Waiter(NamedTuple):
    after: int
    loop: asyncio.AbstractEventLoop
    future: _Told


class Watch:
    """Lets any number of tasks wait for events of one store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._is_closed = False
        self.forget()
        forget_in_children(self)

    def forget(self) -> None:
        """Have nobody who waits, as at the start and in a forked child."""
        self._changed = threading.Condition()
        self._waiters: set[_Waiter] = set()
        self._is_watched = False

    async def wait(self, after: int, timeout: float | None) -> int:
        """Return the id of the last event once it is past `after`, or the time is up."""
        loop = asyncio.get_running_loop()
        waiter = _Waiter(after, loop, loop.create_future())
        self._add(waiter)
        limit = asyncio.timeout(timeout)
        try:
            async with limit:
                return await waiter.future
        except TimeoutError:
            if not limit.expired():
                raise
            return after
        finally:
            with self._changed:
                self._waiters.discard(waiter)

    def _add(self, waiter: _Waiter) -> None:
        with self._changed:
            if self._is_closed:
                raise LogClosed(self._store.name)
            self._waiters.add(waiter)
            self._changed.notify_all()
            if not self._is_watched:
                threading.Thread(target=self._look, name="duotone-log-watch", daemon=True).start()
                self._is_watched = True

    def _look(self) -> None:
        last = 0
        while self._has_waiters():
            after = self._least()
            try:
                last = self._store.wait(after, _LOOK)
            except DuotoneError as error:
                self._tell(self._taken(None), error)
            else:
                self._tell(self._taken(last), last)

    def _has_waiters(self) -> bool:
        with self._changed:
            self._changed.wait_for(lambda: self._waiters or self._is_closed, _LINGER)
            self._is_watched = bool(self._waiters)
            return self._is_watched

    def _least(self) -> int:
        with self._changed:
            return min((waiter.after for waiter in self._waiters), default=0)

    def _taken(self, last: int | None) -> list[_Waiter]:
        """Take out who waits for less than `last`, or everybody."""
        with self._changed:
            ready = [waiter for waiter in self._waiters if last is None or waiter.after < last]
            self._waiters.difference_update(ready)
            return ready

    @staticmethod
    def _tell(waiters: Sequence[_Waiter], news: int | DuotoneError) -> None:
        for waiter in waiters:
            with contextlib.suppress(RuntimeError):  # the loop has closed, so nobody waits any more
                waiter.loop.call_soon_threadsafe(_resolve, waiter.future, news)

    def close(self) -> None:
        """Refuse more, and let everybody who waits go with `LogClosed`."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
        self._tell(self._taken(None), LogClosed(self._store.name))


def _resolve(future: _Told, news: int | DuotoneError) -> None:
    if future.done():
        return
    if isinstance(news, int):
        future.set_result(news)
    else:
        future.set_exception(news)
