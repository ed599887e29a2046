"""A log in one SQLite file, which any number of threads and processes may use at once."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, TypeAlias, TypeVar

from duotone.errors import LogClosed, LogUnwritable
from duotone.runtime.events import Append, Event, Json, encoded
from duotone.runtime.log.changes import Changes
from duotone.runtime.log.connections import Connections
from duotone.runtime.log.forking import forget_in_children
from duotone.runtime.log.owners import Owners
from duotone.runtime.log.pruning import Pruned, prune_some
from duotone.runtime.log.remembering import Remembered
from duotone.runtime.log.rows import seal
from duotone.runtime.log.schema import FORMAT
from duotone.runtime.log.store import Settled, result_of
from duotone.runtime.log.tables import PUT_SNAPSHOT, write
from duotone.runtime.log.translation import is_busy
from duotone.runtime.log.viewed import ViewedStore
from duotone.runtime.log.views import LogView

__all__ = ["Durability", "SqliteStore"]

T = TypeVar("T")

Durability: TypeAlias = Literal["full", "normal"]
"""`full` survives the loss of power; `normal` survives the death of the process, and is many times faster."""

_PAUSE = 0.001
"""How long to leave the file to others that write, in seconds."""
_ROOM = 256 << 10
"""So many bytes have to be free on a disk that is not full."""
_POLL = 0.025
"""How often to look whether another process has written, in seconds."""


class SqliteStore(ViewedStore):
    """A store in the file `path`; it is opened when it is first used, and made if it isn't there.

    Raises `LogBusy` when another process holds the file for over `busy` seconds.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        durability: Durability = "full",
        busy: float = 5.0,
        clock: Callable[[], float] = time.time,
    ) -> None:
        if durability not in {"full", "normal"}:
            message = f"durability={durability!r} is unknown; it is 'full' or 'normal'"
            raise ValueError(message)
        self.name = os.fspath(path)
        self._clock = clock
        self._busy = busy
        self._connections = Connections(self.name, synchronous=durability, busy=busy)
        self._owners = Owners(self.name)
        self._known: Remembered | None = None
        self._commits = 0
        self._is_closed = False
        self._let_nobody_wait()
        forget_in_children(self)

    def forget(self) -> None:
        """Have no name and nobody who waits, as in a forked child."""
        self._let_nobody_wait()
        self._owners.forget()

    def _let_nobody_wait(self) -> None:
        self._news = threading.Condition()
        # Whole sessions are read one after the other: a hundred threads that all decode at once keep a commit from
        # getting its turn, and none of them is done sooner for it.
        self._whole = threading.Lock()

    def open(self) -> None:
        """Open the file, and make its tables if they aren't there."""
        with self._connections.writer():
            pass

    def commit(self, appends: Sequence[Append], settled: list[Settled]) -> None:
        """Write all appends in one transaction; see `Store`."""
        with self._connections.writer() as connection:
            known = self._remembered_by(connection)
            self._begin(connection)
            try:
                known.refresh()
                changes = Changes(known, known.last, self._clock)
                outcomes = [changes.settle(append) for append in appends]
                write(connection, changes)
                settled += outcomes
                connection.execute("commit")
                known.take_in(changes)
            except BaseException as error:
                known.forget()
                if isinstance(error, sqlite3.Error) or connection.in_transaction:
                    settled.clear()  # otherwise this is an interrupt right after the commit
                _roll_back(connection)
                raise
        with self._news:
            self._commits += 1
            self._news.notify_all()

    def read(self, session: str, *, after: int = 0, limit: int | None = None, with_runs: bool = True) -> list[Event]:
        """Return the events of a session past `after`; see `Store`."""
        is_whole = after == 0 and limit is None
        with self._whole if is_whole else contextlib.nullcontext():
            return super().read(session, after=after, limit=limit, with_runs=with_runs)

    def keep_snapshot(self, session: str, seq: int, body: Mapping[str, Json]) -> None:
        """Keep a snapshot of a session in the place of an older one."""
        text = encoded(body)
        with self._connections.writer() as connection:
            self._begin(connection)
            try:
                found = connection.execute("select hash from events where session = ? and seq = ?", (session, seq))
                head = found.fetchone()
                if head is None:
                    message = f"session {session!r} has no event {seq} that a snapshot could stand for"
                    raise ValueError(message)
                connection.execute(PUT_SNAPSHOT, (session, seq, text, seal(session, seq, head[0], text)))
                connection.execute("commit")
            finally:
                _roll_back(connection)

    def wait(self, after: int, timeout: float | None = None) -> int:
        """Wait for an event past the id `after`, whoever appends it."""
        deadline = None if timeout is None else time.monotonic() + timeout
        while True:
            commits = self._commits
            last = self.last()
            left = _POLL if deadline is None else min(_POLL, deadline - time.monotonic())
            if last > after or left <= 0:
                return last
            with self._news:
                self._news.wait_for(lambda: self._is_closed or self._commits != commits, left)  # noqa: B023  # at once

    def prune(self, before: float, keep: int = 0) -> Pruned:
        """Remove sessions that are over since `before`, all but their last `keep` events; see `pruning`."""
        total = Pruned()
        while True:
            with self._connections.writer() as connection:
                known = self._remembered_by(connection)
                self._begin(connection)
                try:
                    known.refresh()
                    done, append = prune_some(connection, before, keep)
                    if not done.sessions:
                        return total
                    changes = Changes(known, known.last, self._clock)
                    result_of(changes.settle(append))
                    write(connection, changes)
                    connection.execute("commit")
                    known.take_in(changes)
                finally:
                    _roll_back(connection)
            total += done

    def check_writable(self) -> None:
        """Write the header of the file as it is, which takes the same rights as an event, and look for room."""
        if shutil.disk_usage(os.path.dirname(os.path.abspath(self.name))).free < _ROOM:  # noqa: PTH100, PTH120  # a name
            raise LogUnwritable(self.name, f"less than {_ROOM >> 10} KiB are left on its disk")
        with self._connections.writer() as connection:
            self._begin(connection)
            try:
                connection.execute(f"pragma user_version = {FORMAT}")
                connection.execute("commit")
            finally:
                _roll_back(connection)

    def time(self) -> float:  # a part of the protocol
        """Return the time of this machine, which has the log to itself."""
        return time.time()

    def owner(self) -> str:
        """Return the name under which this process drives runs of this log."""
        if self._is_closed:
            raise LogClosed(self.name)
        return self._owners.name()

    def is_alive(self, owner: str) -> bool:
        """Say whether the process that got this name still runs, with its store open."""
        return self._owners.is_alive(owner)

    def close(self) -> None:
        """Let go of the file; who waits gets `LogClosed`."""
        with self._news:
            self._is_closed = True
            self._news.notify_all()
        self._connections.close()
        self._owners.close()

    def _remembered_by(self, connection: sqlite3.Connection) -> Remembered:
        """Return what the one connection that writes remembers, which is nothing if it has just been opened."""
        if self._known is None or self._known.connection is not connection:
            self._known = Remembered(connection)
        return self._known

    def _begin(self, connection: sqlite3.Connection) -> None:
        """Begin a transaction that writes.

        SQLite itself looks ever more rarely whether others have let go, and would starve beside one that writes
        without a pause. So this looks often.
        """
        _roll_back(connection)  # of a transaction whose end was interrupted
        deadline = time.monotonic() + self._busy
        while True:
            try:
                connection.execute("begin immediate")
            except sqlite3.OperationalError as error:
                if not is_busy(error) or time.monotonic() > deadline:
                    raise
                time.sleep(_PAUSE)
            else:
                return

    def _look(self, question: Callable[[LogView], T]) -> T:
        with self._connections.reader() as connection:
            return question(LogView(connection))


def _roll_back(connection: sqlite3.Connection) -> None:
    if connection.in_transaction:
        connection.execute("rollback")
