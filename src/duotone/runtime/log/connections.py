"""The connections of one process to a log file: one that writes, and as many that read as are needed at once."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Generator
from typing import Final

from duotone.errors import LogClosed
from duotone.runtime.log.schema import prepare
from duotone.runtime.log.translation import translated

__all__ = ["Connections"]

_KEPT: Final = 4
"""So many readers stay open while nobody reads."""
_INHERITED: list[sqlite3.Connection] = []
"""What a forked child got from its parent: closing it would end the parent's transactions, so nobody ever does."""


class Connections:
    """The way to a file. Whoever writes has the one writer alone; whoever reads sees what is committed, no more."""

    def __init__(self, path: str, *, synchronous: str, busy: float) -> None:
        self._path = path
        self._synchronous = synchronous
        self._busy = busy
        self._writer: sqlite3.Connection | None = None
        self._readers: list[sqlite3.Connection] = []
        self._lent: set[sqlite3.Connection] = set()
        self._is_closed = False
        self._make_locks()

    def _make_locks(self) -> None:
        self._writing = threading.Lock()
        self._mutex = threading.Lock()

    def forget(self) -> None:
        """Have no connections, as in a forked child."""
        _INHERITED.extend([*self._readers, *self._lent, *filter(None, [self._writer])])
        self._writer = None
        self._readers, self._lent = [], set()
        self._make_locks()

    @contextlib.contextmanager
    def writer(self) -> Generator[sqlite3.Connection]:
        """Lend the writer, to one at a time."""
        with self._writing, translated(self._path, self._busy):
            yield self._opened_writer()

    def _opened_writer(self) -> sqlite3.Connection:
        if self._is_closed:
            raise LogClosed(self._path)
        if self._writer is None:
            self._writer = self._connected()
        return self._writer

    @contextlib.contextmanager
    def reader(self) -> Generator[sqlite3.Connection]:
        """Lend a reader."""
        if self._writer is None:
            with self.writer():  # it makes the tables
                pass
        with translated(self._path, self._busy):
            connection = self._taken_reader()
            try:
                yield connection
            finally:
                self._give_back(connection)

    def _taken_reader(self) -> sqlite3.Connection:
        with self._mutex:
            if self._is_closed:
                raise LogClosed(self._path)
            if self._readers:
                connection = self._readers.pop()
                self._lent.add(connection)
                return connection
        connection = self._connected()
        with self._mutex:
            self._lent.add(connection)
        return connection

    def _give_back(self, connection: sqlite3.Connection) -> None:
        with self._mutex:
            self._lent.discard(connection)
            if not self._is_closed and len(self._readers) < _KEPT:
                self._readers.append(connection)
                return
        connection.close()

    def _connected(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, timeout=self._busy, isolation_level=None, check_same_thread=False)
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
            idle, self._readers = self._readers, []
            for connection in [*idle, *filter(None, [self._writer])]:
                connection.close()
            self._writer = None
