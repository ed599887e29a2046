"""What the tables of a log tell, as one connection sees it: for a store, and for whoever only looks."""

from __future__ import annotations

from typing import Any, Final

from duotone.runtime.events import Event, decoded
from duotone.runtime.log.rows import Names, PromiseRow, RunRow, Selection, SessionRow, Statuses, Tally, writing_of
from duotone.runtime.log.selecting import Where, most, runs_query
from duotone.runtime.log.tables import HEAD, RUN, Rows, head_from

__all__ = ["LogView"]

_OF_RUN: Final = (
    "select * from events where session = ? and run = ? and id > ? union all "
    "select * from events where run = ? and run <> session and id > ? order by id limit ?"
)
_SNAPSHOT: Final = (
    "select snapshots.seq, body, digest, hash from snapshots left join events "
    "on events.session = snapshots.session and events.seq = snapshots.seq where snapshots.session = ?"
)


class LogView(Rows):
    """Events and rows in their order; each question sees one moment."""

    def read(self, session: str, *, after: int = 0, limit: int | None = None, with_runs: bool = True) -> list[Event]:
        """Return the events of a session past `after`."""
        only = "" if with_runs else " and run is null"
        query = f"select * from events where session = ? and seq > ?{only} order by seq limit ?"  # noqa: S608  # ours
        return self._events(query, session, after, most(limit))

    def read_run(self, run: str, *, after: int = 0, limit: int | None = None) -> list[Event]:
        """Return the events of a run past the id `after`."""
        return self._events(_OF_RUN, run, run, after, run, after, most(limit))

    def read_all(self, *, after: int = 0, limit: int | None = None) -> list[Event]:
        """Return the events of all sessions past the id `after`."""
        return self._events("select * from events where id > ? order by id limit ?", after, most(limit))

    def writing(self, key: str) -> list[Event]:
        """Return the events that were written under a key, or none."""
        [*found] = self._events("select events.* from keys join events on id = event where key = ?", key)
        for last in found:
            writing = writing_of(last)
            count = 0 if writing is None else writing.events
            return self.read(last.session, after=last.seq - count, limit=count)
        return []

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

    def select_runs(self, selection: Selection) -> list[RunRow]:
        """Return a page of runs, those that began last first."""
        query, values = runs_query(selection)
        return [RunRow(*row) for *row, _ in self._connection.execute(query, values)]

    def select_promises(self, selection: Selection) -> list[PromiseRow]:
        """Return a page of promises, those that were made known last first."""
        where = Where.of(selection)
        where.past("event < (select event from outbox where promise = ?)", selection.after)
        rows = self._page(f"* from outbox where {where} order by event desc", where, selection.limit)
        return [PromiseRow(*row) for row in rows]

    def select_sessions(self, selection: Selection) -> list[SessionRow]:
        """Return a page of the heads of sessions, by name."""
        first = "(select kind from events where events.session = heads.session and events.seq = 1)"
        where = Where.of(selection).past("session > ?", selection.after).one_of(first, selection.kind)
        rows = self._page(f"{HEAD} from heads where {where} order by session", where, selection.limit)
        return [head_from(row) for row in rows]

    def tally(self, within: Names | None = None) -> Tally:
        """Count what the log has."""
        where = Where.of(Selection(within))
        [counted] = self._page(f"count(*), coalesce(sum(seq), 0) from heads where {where}", where)
        runs = self._page(f"status, count(*) from runs where {where} group by status", where)
        promises = self._page(f"status, count(*) from outbox where {where} group by status", where)
        return Tally(counted[0], int(counted[1]), dict(runs), dict(promises))

    def _page(self, what: str, where: Where, limit: int | None = None) -> list[Any]:
        query = f"select {what} limit ?"  # the names are our own
        return self._connection.execute(query, [*where.values, most(limit)]).fetchall()

    def last(self) -> int:
        """Return the id of the last event."""
        found = self._connection.execute("select max(id) from events").fetchone()
        last: int = found[0] or 0
        return last

    def snapshot_row(self, session: str) -> tuple[int, str, str, str | None] | None:
        """Return number, text and digest of a snapshot, and the hash of the event up to which it was made."""
        row: tuple[int, str, str, str | None] | None = self._connection.execute(_SNAPSHOT, (session,)).fetchone()
        return row

    def _events(self, query: str, *values: object) -> list[Event]:
        return [
            Event(number, session, seq, kind, at, run, decoded(data), seal)
            for number, session, seq, kind, at, run, data, seal in self._connection.execute(query, values)
        ]

    def _chosen(self, what: str, order: str, limit: int | None, **wanted: Statuses) -> list[Any]:
        """Return the rows whose columns have the wanted values, or one of several; None stands for any."""
        where = Where()
        for name, values in wanted.items():
            where.one_of(name, values)
        return self._page(f"{what} where {where} order by {order}", where, limit)
