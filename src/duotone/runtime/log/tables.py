"""The tables of a log file as rows: what a transaction asks of them, and what it writes."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any, Final, Protocol

from duotone.runtime.log.changes import Changes
from duotone.runtime.log.rows import PromiseRow, RunRow, SessionRow

__all__ = [
    "HEAD",
    "PUT_SNAPSHOT",
    "RUN",
    "Answer",
    "Askable",
    "Rows",
    "head_from",
    "head_row",
    "promise_row",
    "run_row",
    "write",
]

HEAD: Final = "session, seq, at, hash, is_behind"
"""The columns of a `SessionRow`."""
RUN: Final = "run, session, kind, name, status, owner, fence, definition"
"""The columns of a `RunRow`."""

PUT_SNAPSHOT: Final = (
    "insert into snapshots values (?, ?, ?, ?) on conflict (session) do update set "
    "seq = excluded.seq, body = excluded.body, digest = excluded.digest where snapshots.seq <= excluded.seq"
)
"""Keeps a snapshot, unless there is a later one."""

_HEAD_OF = f"select {HEAD} from heads where session = ?"  # noqa: S608  # the names are our own
_RUN_OF = f"select {RUN} from runs where run = ?"  # noqa: S608  # the same
_PROMISE_OF = "select * from outbox where promise = ?"

_ADD_EVENT = "insert into events values (?, ?, ?, ?, ?, ?, ?, ?)"
_PUT_HEAD = "insert or replace into heads values (?, ?, ?, ?, ?)"
_PUT_RUN = (
    "insert into runs values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (run) do update set kind = excluded.kind, "
    "name = excluded.name, status = excluded.status, owner = excluded.owner, fence = excluded.fence, "
    "definition = excluded.definition"
)
_PUT_PROMISE = "insert or replace into outbox values (?, ?, ?, ?, ?)"
_ADD_KEY = "insert into keys values (?, ?)"


class Answer(Protocol):
    """The rows that a database answers with."""

    def fetchone(self) -> Any:
        """Return the next row, or None."""
        ...

    def fetchall(self) -> list[Any]:
        """Return all rows."""
        ...

    def __iter__(self) -> Iterator[Any]:
        """Go through the rows."""
        ...


class Askable(Protocol):
    """A connection that understands the SQL that all our databases share, with question marks for values."""

    def execute(self, query: str, values: Sequence[Any] = (), /) -> Answer:
        """Ask, and return the answer."""
        ...


class Rows:
    """What the tables hold, as one connection sees it."""

    def __init__(self, connection: Askable) -> None:
        self._connection = connection

    def session(self, session: str) -> SessionRow | None:
        """Return the head of a session."""
        row = self._connection.execute(_HEAD_OF, (session,)).fetchone()
        return None if row is None else head_from(row)

    def run(self, run: str) -> RunRow | None:
        """Return the row of a run."""
        row = self._connection.execute(_RUN_OF, (run,)).fetchone()
        return None if row is None else RunRow(*row)

    def promise(self, promise: str) -> PromiseRow | None:
        """Return the row of a promise."""
        row = self._connection.execute(_PROMISE_OF, (promise,)).fetchone()
        return None if row is None else PromiseRow(*row)


def head_from(row: tuple[Any, ...]) -> SessionRow:
    """Return the head that the columns `HEAD` hold."""
    session, seq, at, last, is_behind = row
    return SessionRow(session, seq, at, last, bool(is_behind))


def head_row(head: SessionRow) -> tuple[Any, ...]:
    """Return a head as a row of its table."""
    return (head.session, head.seq, head.at, head.hash, int(head.is_behind))


def run_row(row: RunRow, first: int) -> tuple[Any, ...]:
    """Return a run as a row of its table, with the id of its first event."""
    return (row.run, row.session, row.kind, row.name, row.status, row.owner, row.fence, row.definition, first)


def promise_row(row: PromiseRow) -> tuple[Any, ...]:
    """Return a promise as a row of its table."""
    return (row.promise, row.session, row.run, row.status, row.event)


def write(connection: sqlite3.Connection, changes: Changes) -> None:
    """Write the events of a transaction and the rows that follow from them."""
    put = connection.executemany
    put(
        _ADD_EVENT,
        [
            (event.id, event.session, event.seq, event.kind, event.at, event.run, body, event.hash)
            for event, body in zip(changes.events, changes.bodies, strict=True)
        ],
    )
    put(_PUT_HEAD, [head_row(head) for head in changes.heads.values()])
    if changes.runs:
        put(_PUT_RUN, [run_row(row, changes.first[run]) for run, row in changes.runs.items()])
    if changes.promises:
        put(_PUT_PROMISE, [promise_row(row) for row in changes.promises.values()])
    if changes.keys:
        put(_ADD_KEY, changes.keys.items())
