"""A log in memory, for tests and for what need not outlive its process."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import dropwhile, islice
from typing import TypeVar
from uuid import uuid4

from duotone.errors import LogClosed
from duotone.runtime.events import Append, Event, Json, decoded, encoded
from duotone.runtime.log.changes import Changes
from duotone.runtime.log.forking import forget_in_children
from duotone.runtime.log.rows import (
    Names,
    PromiseRow,
    RunRow,
    Selection,
    SessionRow,
    Snapshot,
    Statuses,
    Tally,
    seal,
    writing_of,
)
from duotone.runtime.log.store import Settled

__all__ = ["MemoryStore"]

T = TypeVar("T")


class MemoryStore:
    """A store whose events are gone with it."""

    name = ":memory:"

    def __init__(self, *, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._events: list[Event] = []
        self._sessions: dict[str, list[Event]] = {}
        self._heads: dict[str, SessionRow] = {}
        self._run_events: dict[str, list[Event]] = {}
        self._runs: dict[str, RunRow] = {}
        self._promises: dict[str, PromiseRow] = {}
        self._keys: dict[str, int] = {}
        self._snapshots: dict[str, Snapshot] = {}
        self._owner = f"memory-{uuid4().hex[:8]}"
        self._is_closed = False
        self.forget()
        forget_in_children(self)

    def forget(self) -> None:
        """Have nobody who waits or reads, as at the start and in a forked child."""
        self._news = threading.Condition()

    def open(self) -> None:
        """Do nothing, unless it is closed."""
        with self._news:
            self._refuse_if_closed()

    def commit(self, appends: Sequence[Append], settled: list[Settled]) -> None:
        """Keep all appends at once; see `Store`."""
        with self._news:
            self._refuse_if_closed()
            changes = Changes(self._tables(), len(self._events), self._clock)
            outcomes = [changes.settle(append) for append in appends]
            self._keep(changes)
            settled += outcomes
            self._news.notify_all()

    def _tables(self) -> _Tables:
        return _Tables(self._heads, self._runs, self._promises, self._writing)

    def _writing(self, key: str) -> list[Event]:
        number = self._keys.get(key)
        last = None if number is None else self._events[number - 1]
        writing = None if last is None else writing_of(last)
        if last is None or writing is None:
            return []
        return self._sessions[last.session][last.seq - writing.events : last.seq]

    def _keep(self, changes: Changes) -> None:
        for event in changes.events:
            self._events.append(event)
            self._sessions.setdefault(event.session, []).append(event)
            if event.run is not None:
                self._run_events.setdefault(event.run, []).append(event)
        self._heads.update(changes.heads)
        self._runs.update(changes.runs)
        self._keys.update(changes.keys)
        for name, row in changes.promises.items():
            self._promises.pop(name, None)
            self._promises[name] = row

    def read(self, session: str, *, after: int = 0, limit: int | None = None, with_runs: bool = True) -> list[Event]:
        """Return the events of a session past `after`; see `Store`."""
        with self._news:
            self._refuse_if_closed()
            events = islice(self._sessions.get(session, ()), after, None)
            return list(islice((event for event in events if with_runs or event.run is None), limit))

    def read_run(self, run: str, *, after: int = 0, limit: int | None = None) -> list[Event]:
        """Return the events of a run past the id `after`."""
        with self._news:
            self._refuse_if_closed()
            return list(islice((event for event in self._run_events.get(run, ()) if event.id > after), limit))

    def read_all(self, *, after: int = 0, limit: int | None = None) -> list[Event]:
        """Return the events of all sessions past the id `after`."""
        with self._news:
            self._refuse_if_closed()
            return self._events[after : None if limit is None else after + limit]

    def run(self, run: str) -> RunRow | None:
        """Return the row of a run."""
        with self._news:
            self._refuse_if_closed()
            return self._runs.get(run)

    def runs(self, *, session: str | None = None, status: Statuses = None, limit: int | None = None) -> list[RunRow]:
        """Return runs in the order in which they began."""
        wanted = (status,) if isinstance(status, str) else status
        with self._news:
            self._refuse_if_closed()
            found = (
                row
                for row in self._runs.values()
                if (session is None or row.session == session) and (wanted is None or row.status in wanted)
            )
            return list(islice(found, limit))

    def promise(self, promise: str) -> PromiseRow | None:
        """Return the row of a promise."""
        with self._news:
            self._refuse_if_closed()
            return self._promises.get(promise)

    def promises(self, *, status: Statuses = None, limit: int | None = None) -> list[PromiseRow]:
        """Return promises, the least recently touched first."""
        wanted = (status,) if isinstance(status, str) else status
        with self._news:
            self._refuse_if_closed()
            found = (row for row in self._promises.values() if wanted is None or row.status in wanted)
            return list(islice(found, limit))

    def sessions(self, *, limit: int | None = None) -> list[SessionRow]:
        """Return the heads of all sessions, by name."""
        with self._news:
            self._refuse_if_closed()
            return [self._heads[name] for name in islice(sorted(self._heads), limit)]

    def select_runs(self, selection: Selection) -> list[RunRow]:
        """Return a page of runs, those that began last first."""
        with self._news:
            self._refuse_if_closed()
            rows = _past(reversed(self._runs.values()), self._runs.get(selection.after or ""), selection.after)
            found = (row for row in rows if _is_chosen(row, selection) and selection.kind in {None, row.kind})
            return list(islice(found, selection.limit))

    def select_promises(self, selection: Selection) -> list[PromiseRow]:
        """Return a page of promises, those that were made known last first."""
        with self._news:
            self._refuse_if_closed()
            rows = _past(reversed(self._promises.values()), self._promises.get(selection.after or ""), selection.after)
            return list(islice((row for row in rows if _is_chosen(row, selection)), selection.limit))

    def select_sessions(self, selection: Selection) -> list[SessionRow]:
        """Return a page of the heads of sessions, by name."""
        with self._news:
            self._refuse_if_closed()
            names = sorted(name for name in self._heads if selection.after is None or name > selection.after)
            found = (
                self._heads[name]
                for name in names
                if _is_in(name, selection) and selection.kind in {None, self._sessions[name][0].kind}
            )
            return list(islice(found, selection.limit))

    def tally(self, within: Names | None = None) -> Tally:
        """Count what the log has."""
        with self._news:
            self._refuse_if_closed()
            heads = [head for name, head in self._heads.items() if within is None or name in within]
            runs = Counter(row.status for row in self._runs.values() if within is None or row.session in within)
            promises = Counter(row.status for row in self._promises.values() if within is None or row.session in within)
            return Tally(len(heads), sum(head.seq for head in heads), dict(runs), dict(promises))

    def session(self, session: str) -> SessionRow | None:
        """Return the head of a session."""
        with self._news:
            self._refuse_if_closed()
            return self._heads.get(session)

    def snapshot(self, session: str) -> Snapshot | None:
        """Return the snapshot of a session."""
        with self._news:
            self._refuse_if_closed()
            return self._snapshots.get(session)

    def keep_snapshot(self, session: str, seq: int, body: Mapping[str, Json]) -> None:
        """Keep a snapshot of a session in the place of an older one."""
        text = encoded(body)
        with self._news:
            self._refuse_if_closed()
            events = self._sessions.get(session, ())
            if not 1 <= seq <= len(events):
                message = f"session {session!r} has no event {seq} that a snapshot could stand for"
                raise ValueError(message)
            digest = seal(session, seq, events[seq - 1].hash, text)
            before = self._snapshots.get(session)
            if before is None or before.seq <= seq:
                self._snapshots[session] = Snapshot(session, seq, decoded(text), digest)

    def last(self) -> int:
        """Return the id of the last event."""
        with self._news:
            self._refuse_if_closed()
            return len(self._events)

    def wait(self, after: int, timeout: float | None = None) -> int:
        """Wait for an event past the id `after`."""
        with self._news:
            self._news.wait_for(lambda: self._is_closed or len(self._events) > after, timeout)
            self._refuse_if_closed()
            return len(self._events)

    def check_writable(self) -> None:
        """Raise `LogClosed` once it is closed: memory can always be written."""
        self._refuse_if_closed()

    def time(self) -> float:  # a part of the protocol
        """Return the time of this machine, which has the log to itself."""
        return time.time()

    def owner(self) -> str:
        """Return the one owner of this log."""
        self._refuse_if_closed()
        return self._owner

    def is_alive(self, owner: str) -> bool:
        """Say whether this is the one owner of this log, and it is open."""
        return owner == self._owner and not self._is_closed

    def close(self) -> None:
        """Wake who waits, and refuse everything from here on."""
        with self._news:
            self._is_closed = True
            self._news.notify_all()

    def _refuse_if_closed(self) -> None:
        if self._is_closed:
            raise LogClosed(self.name)


def _past(rows: Iterator[T], last: T | None, after: str | None) -> Iterator[T]:
    """Return the rows that follow the last one of the page before; none if that one is unknown."""
    if after is None:
        return rows
    if last is None:
        return iter(())
    following = dropwhile(lambda row: row is not last, rows)
    next(following, None)
    return following


def _is_chosen(row: RunRow | PromiseRow, selection: Selection) -> bool:
    wanted = (selection.status,) if isinstance(selection.status, str) else selection.status
    return _is_in(row.session, selection) and (wanted is None or row.status in wanted)


def _is_in(session: str, selection: Selection) -> bool:
    is_within = selection.within is None or session in selection.within
    return is_within and selection.session in {None, session}


class _Tables:
    """The rows of a memory log, read by whoever has its lock."""

    def __init__(
        self,
        heads: Mapping[str, SessionRow],
        runs: Mapping[str, RunRow],
        promises: Mapping[str, PromiseRow],
        writing: Callable[[str], Sequence[Event]],
    ) -> None:
        self.session = heads.get
        self.run = runs.get
        self.promise = promises.get
        self.writing = writing
