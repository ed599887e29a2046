"""What a log file tells, as one connection sees it: for a store, and for whoever only looks."""

from __future__ import annotations

from typing import Any, Final

from duotone.runtime.events import Event, decoded
from duotone.runtime.log.rows import PromiseRow, RunRow, SessionRow, Statuses
from duotone.runtime.log.tables import HEAD, RUN, SqliteTables, head_from

__all__ = ["SqliteView"]

_OF_RUN: Final = (
    "select * from events where session = ?1 and run = ?1 and id > ?2 union all "
    "select * from events where run = ?1 and run <> session and id > ?2 order by id"
)


class SqliteView(SqliteTables):
    """Events and rows in their order; each question sees one moment of the file."""

    def read(self, session: str, *, after: int = 0, limit: int | None = None, with_runs: bool = True) -> list[Event]:
        """Return the events of a session past `after`."""
        only = "" if with_runs else " and run is null"
        query = f"select * from events where session = ? and seq > ?{only} order by seq limit ?"  # noqa: S608  # ours
        return self._events(query, session, after, _most(limit))

    def read_run(self, run: str, *, after: int = 0) -> list[Event]:
        """Return the events of a run past the id `after`."""
        return self._events(_OF_RUN, run, after)

    def read_all(self, *, after: int = 0, limit: int | None = None) -> list[Event]:
        """Return the events of all sessions past the id `after`."""
        return self._events("select * from events where id > ? order by id limit ?", after, _most(limit))

    def runs(self, *, session: str | None = None, status: Statuses = None, limit: int | None = None) -> list[RunRow]:
        """Return runs in the order in which they began."""
        rows = self._chosen(f"{RUN} from runs", "first", limit, session=session, status=status)
        return [RunRow(*row) for row in rows]

    def promises(self, *, status: Statuses = None, limit: int | None = None) -> list[PromiseRow]:
        """Return promises, the least recently touched first."""
        return [PromiseRow(*row) for row in self._chosen("* from outbox", "event", limit, status=status)]

    def sessions(self, *, limit: int | None = None) -> list[SessionRow]:
        """Return the heads of all sessions, by name."""
        return [head_from(row) for row in self._chosen(f"{HEAD} from heads", "session", limit)]

    def last(self) -> int:
        """Return the id of the last event."""
        found = self._connection.execute("select max(id) from events").fetchone()
        last: int = found[0] or 0
        return last

    def _events(self, query: str, *values: object) -> list[Event]:
        return [
            Event(number, session, seq, kind, at, run, decoded(data), seal)
            for number, session, seq, kind, at, run, data, seal in self._connection.execute(query, values)
        ]

    def _chosen(self, what: str, order: str, limit: int | None, **wanted: Statuses) -> list[Any]:
        """Return the rows whose columns have the wanted values, or one of several; None stands for any."""
        given = {name: (one,) if isinstance(one, str) else one for name, one in wanted.items() if one is not None}
        where = " and ".join(f"{name} in ({', '.join('?' * len(values))})" for name, values in given.items())
        query = f"select {what} where {where or 'true'} order by {order} limit ?"  # the names are our own
        values = [value for values in given.values() for value in values]
        return self._connection.execute(query, (*values, _most(limit))).fetchall()


def _most(limit: int | None) -> int:
    return -1 if limit is None else limit
