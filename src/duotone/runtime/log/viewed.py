"""The half of a store that only reads: each question is put to a view of its tables."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import TypeVar

from duotone.errors import LogCorrupt
from duotone.runtime.events import Event, decoded
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
)
from duotone.runtime.log.views import LogView

__all__ = ["ViewedStore"]

T = TypeVar("T")


class ViewedStore:
    """A store whose tables are asked in SQL."""

    name: str

    @abstractmethod
    def _look(self, question: Callable[[LogView], T]) -> T:
        """Return the answer to a question that changes nothing, and may be asked again where a connection is lost."""

    def read(self, session: str, *, after: int = 0, limit: int | None = None, with_runs: bool = True) -> list[Event]:
        """Return the events of a session past `after`; see `Store`."""
        return self._look(lambda view: view.read(session, after=after, limit=limit, with_runs=with_runs))

    def read_run(self, run: str, *, after: int = 0, limit: int | None = None) -> list[Event]:
        """Return the events of a run past the id `after`."""
        return self._look(lambda view: view.read_run(run, after=after, limit=limit))

    def read_all(self, *, after: int = 0, limit: int | None = None) -> list[Event]:
        """Return the events of all sessions past the id `after`."""
        return self._look(lambda view: view.read_all(after=after, limit=limit))

    def run(self, run: str) -> RunRow | None:
        """Return the row of a run."""
        return self._look(lambda view: view.run(run))

    def runs(self, *, session: str | None = None, status: Statuses = None, limit: int | None = None) -> list[RunRow]:
        """Return runs in the order in which they began."""
        return self._look(lambda view: view.runs(session=session, status=status, limit=limit))

    def promise(self, promise: str) -> PromiseRow | None:
        """Return the row of a promise."""
        return self._look(lambda view: view.promise(promise))

    def promises(self, *, status: Statuses = None, limit: int | None = None) -> list[PromiseRow]:
        """Return promises, the least recently touched first."""
        return self._look(lambda view: view.promises(status=status, limit=limit))

    def sessions(self, *, limit: int | None = None) -> list[SessionRow]:
        """Return the heads of all sessions, by name."""
        return self._look(lambda view: view.sessions(limit=limit))

    def select_runs(self, selection: Selection) -> list[RunRow]:
        """Return a page of runs, those that began last first."""
        return self._look(lambda view: view.select_runs(selection))

    def select_promises(self, selection: Selection) -> list[PromiseRow]:
        """Return a page of promises, those that were made known last first."""
        return self._look(lambda view: view.select_promises(selection))

    def select_sessions(self, selection: Selection) -> list[SessionRow]:
        """Return a page of the heads of sessions, by name."""
        return self._look(lambda view: view.select_sessions(selection))

    def tally(self, within: Names | None = None) -> Tally:
        """Count what the log has, or some of its sessions."""
        return self._look(lambda view: view.tally(within))

    def session(self, session: str) -> SessionRow | None:
        """Return the head of a session."""
        return self._look(lambda view: view.session(session))

    def snapshot(self, session: str) -> Snapshot | None:
        """Return the snapshot of a session; raises `LogCorrupt` if it isn't as it was kept."""
        row = self._look(lambda view: view.snapshot_row(session))
        if row is None:
            return None
        seq, body, digest, head = row
        if head is None or digest != seal(session, seq, head, body):
            raise LogCorrupt(self.name, f"table snapshots, session {session!r}", "its digest is wrong")
        return Snapshot(session, seq, decoded(body), digest)

    def last(self) -> int:
        """Return the id of the last event."""
        return self._look(lambda view: view.last())
