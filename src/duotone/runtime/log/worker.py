"""The thread that commits for event loops: one hop there for each commit, and one call back for each loop."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from duotone.errors import LogClosed
from duotone.runtime.events import Append, Event
from duotone.runtime.log.committing import MOST, committed
from duotone.runtime.log.forking import forget_in_children
from duotone.runtime.log.store import Settled, Store

__all__ = ["CommitWorker"]

_IDLE: Final = 10.0
"""How long the thread stays without work, in seconds."""

_Told: TypeAlias = asyncio.Future[list[Event]]


class _Ticket(NamedTuple):
    append: Append
    loop: asyncio.AbstractEventLoop
    future: _Told


class CommitWorker:
    """Commits what tasks append, all that wait in one transaction, on a thread that lives while there is work."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._is_closed = False
        self.forget()
        forget_in_children(self)

    def forget(self) -> None:
        """Have no thread and nobody who waits, as at the start and in a forked child."""
        self._changed = threading.Condition()
        self._waiting: list[_Ticket] = []
        self._thread: threading.Thread | None = None

    async def append(self, append: Append) -> list[Event]:
        """Return when `append` is durable. A caller that is cancelled withdraws it, unless it is being written."""
        loop = asyncio.get_running_loop()
        ticket = _Ticket(append, loop, loop.create_future())
        self._submit(ticket)
        try:
            return await ticket.future
        finally:
            if ticket.future.cancelled():
                self._withdraw(ticket)

    def _submit(self, ticket: _Ticket) -> None:
        with self._changed:
            if self._is_closed:
                raise LogClosed(self._store.name)
            self._waiting.append(ticket)
            if self._thread is None:
                self._thread = threading.Thread(target=self._serve, name="duotone-log", daemon=True)
                self._thread.start()
            elif len(self._waiting) == 1:
                self._changed.notify_all()

    def _withdraw(self, ticket: _Ticket) -> None:
        with self._changed:
            if ticket in self._waiting:
                self._waiting.remove(ticket)

    def _serve(self) -> None:
        while batch := self._next():
            settled: list[Settled] = []
            committed(self._store, [ticket.append for ticket in batch], settled)
            _tell(batch, settled)

    def _next(self) -> list[_Ticket]:
        """Return who waits; nobody means that this thread ends."""
        with self._changed:
            if not self._waiting and not self._is_closed:
                self._changed.wait_for(lambda: self._waiting or self._is_closed, _IDLE)
            batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
            if not batch:
                self._thread = None
                self._changed.notify_all()
            return batch

    def close(self) -> None:
        """Refuse more, and return when all that waited is settled; not for a loop's own thread."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._thread is None)


def _tell(batch: Sequence[_Ticket], settled: Sequence[Settled]) -> None:
    """Tell every loop once."""
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[_Told, Settled]]] = {}
    for ticket, outcome in zip(batch, settled, strict=True):
        by_loop.setdefault(ticket.loop, []).append((ticket.future, outcome))
    for loop, told in by_loop.items():
        with contextlib.suppress(RuntimeError):  # the loop has closed, so nobody waits any more
            loop.call_soon_threadsafe(_resolve, told)


def _resolve(told: Sequence[tuple[_Told, Settled]]) -> None:
    for future, outcome in told:
        if future.done():  # cancelled meanwhile
            continue
        if isinstance(outcome, Exception):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)
