"""What keeps a log: one protocol, sync and safe to use from any thread, behind both faces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeAlias

from duotone.runtime.events import Append, Event, Json
from duotone.runtime.log.rows import Names, PromiseRow, RunRow, Selection, SessionRow, Snapshot, Statuses, Tally

__all__ = ["Settled", "Store", "result_of"]

Settled: TypeAlias = list[Event] | Exception
"""What became of one append of a commit: its events, or why it was refused."""


class Store(Protocol):
    """Events and what is derived from them, in one place.

    A transaction never outlives the call that began it, so it can't be joined by another thread or task. Every method
    opens the store where that has not happened yet, raises `LogClosed` once it is closed, and may raise `LogCorrupt`,
    `LogTooNew`, `LogBusy` and `LogUnwritable`.
    """

    @property
    def name(self) -> str:
        """How messages call this log."""
        ...

    def open(self) -> None:
        """Open the store, or do nothing if it is open."""

    def commit(self, appends: Sequence[Append], settled: list[Settled]) -> None:
        """Write all appends in one transaction, and fill `settled` with what became of each.

        A refused one (`Stale`, `RunTaken`, data that JSON can't hold) fails alone. When this raises, nothing was
        written, unless `settled` is filled: then everything was.
        """

    def read(self, session: str, *, after: int = 0, limit: int | None = None, with_runs: bool = True) -> list[Event]:
        """Return the events of a session past `after`, in order; without runs, only those that belong to no run."""
        ...

    def read_run(self, run: str, *, after: int = 0, limit: int | None = None) -> list[Event]:
        """Return the events of a run whose id is past `after`, in order."""
        ...

    def read_all(self, *, after: int = 0, limit: int | None = None) -> list[Event]:
        """Return the events of all sessions whose id is past `after`, in order."""
        ...

    def run(self, run: str) -> RunRow | None:
        """Return the row of a run, or None if the log has no such run."""
        ...

    def runs(self, *, session: str | None = None, status: Statuses = None, limit: int | None = None) -> list[RunRow]:
        """Return the runs of the log, of a session, or in one of these states, in the order in which they began."""
        ...

    def promise(self, promise: str) -> PromiseRow | None:
        """Return the row of a promise, or None if the log has no such promise."""
        ...

    def promises(self, *, status: Statuses = None, limit: int | None = None) -> list[PromiseRow]:
        """Return the promises of the log, or those in a state, the least recently touched first."""
        ...

    def sessions(self, *, limit: int | None = None) -> list[SessionRow]:
        """Return the heads of all sessions, by name."""
        ...

    def select_runs(self, selection: Selection) -> list[RunRow]:
        """Return a page of runs, those that began last first."""
        ...

    def select_promises(self, selection: Selection) -> list[PromiseRow]:
        """Return a page of promises, those that were made known last first."""
        ...

    def select_sessions(self, selection: Selection) -> list[SessionRow]:
        """Return a page of the heads of sessions, by name."""
        ...

    def tally(self, within: Names | None = None) -> Tally:
        """Count what the log has, or some of its sessions."""
        ...

    def session(self, session: str) -> SessionRow | None:
        """Return the head of a session, or None if it has no event."""
        ...

    def snapshot(self, session: str) -> Snapshot | None:
        """Return the snapshot that was kept for a session; raises `LogCorrupt` if it isn't as it was kept."""
        ...

    def keep_snapshot(self, session: str, seq: int, body: Mapping[str, Json]) -> None:
        """Keep what the events of a session up to `seq` were folded into, in the place of an older one."""

    def last(self) -> int:
        """Return the id of the last event, or 0."""
        ...

    def wait(self, after: int, timeout: float | None = None) -> int:
        """Wait until the log has an event past the id `after`, or the time is up; return the id of the last one."""
        ...

    def check_writable(self) -> None:
        """Raise what an append would be refused with at this moment, whatever it says; writes nothing of meaning."""

    def time(self) -> float:
        """Return what time it is for all who share the log, as this process knows it; deadlines are meant by it."""
        ...

    def owner(self) -> str:
        """Return the name under which this process drives runs, alive as long as the store is open."""
        ...

    def is_alive(self, owner: str) -> bool:
        """Say whether whoever got this name from `owner()` still runs."""
        ...

    def close(self) -> None:
        """Let go of everything; who waits gets `LogClosed`. Closing twice does nothing."""


def result_of(settled: Settled) -> list[Event]:
    """Return the events of an append, or raise what it was refused with."""
    if isinstance(settled, Exception):
        raise settled
    return settled
