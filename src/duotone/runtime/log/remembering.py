"""What the tables of a log file hold, remembered between the transactions of the one connection that writes."""

from __future__ import annotations

import sqlite3
from typing import Final

from duotone.runtime.events import Event
from duotone.runtime.log.changes import Changes
from duotone.runtime.log.rows import PromiseRow, RunRow, SessionRow
from duotone.runtime.log.views import LogView

__all__ = ["Remembered"]

_MOST: Final = 10_000
"""So many sessions and so many runs are remembered at most."""


class Remembered:
    """The rows that a connection has written or read, which are right for as long as no other connection writes.

    SQLite says so: `data_version` changes with the first transaction after somebody else's commit, and not with ours.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        self.last = 0
        """The id of the last event."""
        self._view = LogView(connection)
        self._heads: dict[str, SessionRow] = {}
        self._runs: dict[str, RunRow] = {}
        self._version: int | None = None

    def refresh(self) -> None:
        """Forget everything if somebody else has written; inside of a transaction, before anything is asked."""
        (version,) = self.connection.execute("pragma data_version").fetchone()
        if version != self._version:
            self.forget()
            self.last = self._view.last()
            self._version = version

    def forget(self) -> None:
        """Remember nothing."""
        self._heads.clear()
        self._runs.clear()
        self._version = None

    def take_in(self, changes: Changes) -> None:
        """Remember what has been committed."""
        if len(self._heads) > _MOST or len(self._runs) > _MOST:
            self._heads.clear()
            self._runs.clear()
        self._heads.update(changes.heads)
        self._runs.update(changes.runs)
        self.last = changes.last

    def session(self, session: str) -> SessionRow | None:
        """Return the head of a session."""
        return self._heads.get(session) or self._view.session(session)

    def run(self, run: str) -> RunRow | None:
        """Return the row of a run."""
        return self._runs.get(run) or self._view.run(run)

    def promise(self, promise: str) -> PromiseRow | None:
        """Return the row of a promise."""
        return self._view.promise(promise)

    def writing(self, key: str) -> list[Event]:
        """Return the events that were written under a key."""
        return self._view.writing(key)
