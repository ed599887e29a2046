"""Group commit: callers queue their appends, and whoever leads commits all that wait in one transaction.

1. The leader is always the first that waits. It takes all who wait, itself included, commits, and tells each.
2. Whoever leaves while leading, for whatever reason, makes the next in line the leader and wakes it.
3. An append that was taken is settled: written, or refused. One that was not can be withdrawn.
"""

from __future__ import annotations

import copy
import threading
import time
from collections.abc import Sequence
from typing import Final

from duotone.errors import LogClosed
from duotone.runtime.events import Append, Event
from duotone.runtime.log.forking import forget_in_children
from duotone.runtime.log.store import Settled, Store, result_of

__all__ = ["MOST", "GroupCommit", "committed"]

MOST: Final = 512
"""So many appends share a transaction at most, so that nobody waits for all the others of a flood."""


_SHARE: Final = 0.1
"""So much of the time that the last commit took is worth waiting for others."""
_GLANCE: Final = 0.00005
"""How long to sleep between looks at the queue meanwhile, in seconds."""


class _Ticket:
    """One append that waits, and its caller's gate."""

    __slots__ = ("append", "gate", "settled")

    def __init__(self, append: Append) -> None:
        self.append = append
        self.gate = threading.Lock()
        self.settled: Settled | None = None


class GroupCommit:
    """The queue of those who append to a store on threads of their own; it needs no thread and no loop itself."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._is_closed = False
        self.forget()
        forget_in_children(self)

    def forget(self) -> None:
        """Have nobody who waits, as at the start and in a forked child."""
        self._mutex = threading.Lock()
        self._waiting: list[_Ticket] = []
        self._leader: _Ticket | None = None
        self._expected, self._patience = 0, 0.0
        self._idle = threading.Condition(self._mutex)

    def append(self, append: Append) -> list[Event]:
        """Return when `append` is durable, with its events; raises what it was refused with."""
        ticket = _Ticket(append)
        try:
            if not self._leads_at_once(ticket):
                ticket.gate.acquire()
            if ticket.settled is None:
                self._lead(ticket)
        finally:
            self._leave(ticket)
        assert ticket.settled is not None
        return result_of(ticket.settled)

    def _leads_at_once(self, ticket: _Ticket) -> bool:
        with self._mutex:
            if self._is_closed:
                raise LogClosed(self._store.name)
            ticket.gate.acquire()
            self._waiting.append(ticket)
            if self._leader is None:
                self._leader = ticket
            return self._leader is ticket

    def _lead(self, ticket: _Ticket) -> None:
        self._let_others_join()
        with self._mutex:
            batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
        settled: list[Settled] = []
        begun = time.monotonic()
        try:
            committed(self._store, [one.append for one in batch], settled)
        except BaseException:
            # The leader was interrupted, and what others wait for is for the next one.
            if not settled:
                with self._mutex:
                    self._waiting[:0] = [one for one in batch if one is not ticket]
            raise
        finally:
            ended = time.monotonic()
            self._expected = len(batch) + len(self._waiting)
            self._patience = ended + (ended - begun) * _SHARE
            for one, outcome in zip(batch, settled, strict=False):
                one.settled = outcome
                if one is not ticket:
                    one.gate.release()

    def _let_others_join(self) -> None:
        """Wait a moment for those whom the last commit has set free, since they may be about to append again.

        Without that, threads fall into two groups that commit by turns, with twice the syncs of the disk.
        """
        while len(self._waiting) < self._expected and time.monotonic() < self._patience:
            time.sleep(_GLANCE)

    def _leave(self, ticket: _Ticket) -> None:
        with self._mutex:
            if ticket.settled is None and ticket in self._waiting:
                self._waiting.remove(ticket)
            if self._leader is ticket:
                self._leader = self._waiting[0] if self._waiting else None
                if self._leader is not None:
                    self._leader.gate.release()
                else:
                    self._idle.notify_all()

    def close(self) -> None:
        """Refuse more, and return when nobody waits."""
        with self._mutex:
            self._is_closed = True
            self._idle.wait_for(lambda: self._leader is None)


def committed(store: Store, appends: Sequence[Append], settled: list[Settled]) -> None:
    """Commit appends; where that fails as a whole, each is settled with an error of its own."""
    try:
        store.commit(appends, settled)
    except Exception as error:  # noqa: BLE001  # each caller raises it
        settled[:] = _copies(error, len(appends))


def _copies(error: Exception, count: int) -> list[Settled]:
    """Return errors that several threads can raise at once: each has a traceback of its own."""
    made: list[Settled] = []
    for _ in range(count):
        one = copy.copy(error)
        one.__cause__ = error.__cause__
        made.append(one)
    return made
