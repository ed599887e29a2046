"""The connections of one process to a log file: one that writes, and as many that read as are needed at once."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Generator
from typing import Final

from duotone.errors import LogClosed
from duotone.runtime.log.forking import halt_for_forks
from duotone.runtime.log.presence import PRESENCE
from duotone.runtime.log.schema import prepare
from duotone.runtime.log.translation import translated

__all__ = ["Connections"]

_KEPT: Final = 4
"""So many readers stay open while nobody reads."""


class Connections:
    """The way to a file. Whoever writes has the one writer alone; whoever reads sees what is committed, no more.

    SQLite keeps in its own memory which locks the process holds. A child would inherit that, and not the locks. So
    everything is closed for the moment of a fork, and both open anew what they need.
    """

    def __init__(self, path: str, *, synchronous: str, busy: float) -> None:
        self._path = path
        self._synchronous = synchronous
        self._busy = busy
        self._writer: sqlite3.Connection | None = None
        self._readers: list[sqlite3.Connection] = []
        self._is_closed = False
        self.forget()
        halt_for_forks(self)

    def forget(self) -> None:
        """Have nothing lent, as at the start and in a forked child."""
        self._writing = threading.Lock()
        self._mutex = threading.Lock()
        self._returned = threading.Condition(self._mutex)
        self._lent = 0

    def halt(self) -> None:
        """Wait until nobody uses a connection, close all, and lend none before `go_on`."""
        self._writing.acquire()
        self._mutex.acquire()
        self._returned.wait_for(lambda: not self._lent)
        self._close_idle()

    def go_on(self) -> None:
        """Lend connections again."""
        self._mutex.release()
        self._writing.release()

    @contextlib.contextmanager
    def writer(self) -> Generator[sqlite3.Connection]:
        """Lend the writer, to one at a time."""
        with self._writing, translated(self._path, self._busy):
            if self._is_closed:
                raise LogClosed(self._path)
            if self._writer is None:
                self._writer = self._connected()
                self._writer.execute("pragma busy_timeout = 0")  # who begins a transaction waits by itself
            yield self._writer

    @contextlib.contextmanager
    def reader(self) -> Generator[sqlite3.Connection]:
        """Lend a reader."""
        with self._mutex:
            if self._is_closed:
                raise LogClosed(self._path)
            self._lent += 1
            connection = self._readers.pop() if self._readers else None
        try:
            with translated(self._path, self._busy):
                connection = connection or self._connected()
                yield connection
        finally:
            self._give_back(connection)

    def _give_back(self, connection: sqlite3.Connection | None) -> None:
        with self._mutex:
            self._lent -= 1
            if connection is not None:
                if not self._is_closed and len(self._readers) < _KEPT:
                    self._readers.append(connection)
                else:
                    connection.close()
            self._returned.notify_all()

    def _connected(self) -> sqlite3.Connection:
        connection = PRESENCE.connect(self._path, timeout=self._busy, check_same_thread=False)
        try:
            connection.execute(f"pragma synchronous = {self._synchronous}")
            prepare(connection, self._path, self._busy)
        except BaseException:
            connection.close()
            raise
        return connection

    def close(self) -> None:
        """Close what nobody uses at the moment; the rest is closed when it is given back."""
        with self._writing, self._mutex:
            self._is_closed = True
            self._close_idle()

    def _close_idle(self) -> None:
        for connection in [*self._readers, *filter(None, [self._writer])]:
            connection.close()
        self._readers, self._writer = [], None
