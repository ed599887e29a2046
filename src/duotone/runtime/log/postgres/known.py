"""What a writer knows of the tables: right for as long as the log stands where it stood."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from duotone.runtime.events import Append, Event, Expected, ExpectedPromise
from duotone.runtime.log.changes import Changes
from duotone.runtime.log.postgres.asking import Asking, PostgresView
from duotone.runtime.log.postgres.clock import ServerClock
from duotone.runtime.log.postgres.driver import Connection
from duotone.runtime.log.postgres.refusing import key_of
from duotone.runtime.log.postgres.writing import array
from duotone.runtime.log.rows import PromiseRow, RunRow, SessionRow
from duotone.runtime.log.tables import HEAD, RUN, head_from

__all__ = ["Known", "Look", "Wanted"]

_MOST: Final = 10_000
"""So many rows of a kind are known at most."""

_LOOK: Final = (
    "select last, turn, at, extract(epoch from clock_timestamp())::float8, "  # noqa: S608  # the names are our own
    f"(select json_agg(json_build_array({HEAD})) from heads where session = any(%s::text[])), "
    f"(select json_agg(json_build_array({RUN})) from runs where run = any(%s::text[])), "
    "(select json_agg(json_build_array(promise, session, run, status, event)) from outbox "
    "where promise = any(%s::text[])), (select json_agg(key) from keys where key = any(%s::text[])) from log"
)


@dataclass(slots=True)
class Wanted:
    """The rows that somebody needs to know who is about to append."""

    sessions: set[str] = field(default_factory=set[str])
    runs: set[str] = field(default_factory=set[str])
    promises: set[str] = field(default_factory=set[str])
    keys: set[str] = field(default_factory=set[str])

    @classmethod
    def by(cls, appends: Iterable[Append]) -> Wanted:
        """Return what these appends are checked against, and what they change."""
        wanted = cls()
        for append in appends:
            wanted._add(append)
        return wanted

    def _add(self, append: Append) -> None:
        self.sessions.add(append.session)
        match append.expected:
            case Expected(run):
                self.runs.add(run)
            case ExpectedPromise(promise):
                self.promises.add(promise)
            case None:
                pass
        if append.key is not None:
            self.keys.add(append.key)
        self.sessions.update(session for session, _ in append.along)
        for draft in [*append.drafts, *(draft for _, draft in append.along)]:
            self.keys.update(key_of(draft))
            if draft.run is not None and draft.kind.startswith("run."):
                self.runs.add(draft.run)
            elif draft.kind.startswith("promise."):
                self.promises.add(str(draft.data.get("promise")))


class Look:
    """Where the log stands, with all rows that are wanted, as one moment has them."""

    def __init__(self, connection: Connection, wanted: Wanted) -> None:
        """Ask; inside of a pipeline the answer is there once that has ended."""
        self.wanted = wanted
        self._connection = connection
        names = (wanted.sessions, wanted.runs, wanted.promises, wanted.keys)
        self._answer = connection.execute(_LOOK, [array(one) for one in names], prepare=True)

    def known(self, before: Known | None, clock: ServerClock) -> Known:
        """Return what is known then: that from before where the log still stands there, with what was wanted."""
        last, turn, at, now, heads, runs, promises, keys = self._answer.fetchone()
        clock.set(now)
        stands = before is not None and (before.last, before.turn) == (last, turn)
        known = before if before is not None and stands else Known(last, turn, at)
        wanted = self.wanted
        known.heads.update(dict.fromkeys(wanted.sessions))
        known.heads.update((row[0], head_from(row)) for row in heads or ())
        known.runs.update(dict.fromkeys(wanted.runs))
        known.runs.update((row[0], RunRow(*row)) for row in runs or ())
        known.promises.update(dict.fromkeys(wanted.promises))
        known.promises.update((row[0], PromiseRow(*row)) for row in promises or ())
        known.writings = dict.fromkeys(wanted.keys, ())
        view = PostgresView(Asking(self._connection))
        known.writings.update((key, view.writing(key)) for key in keys or ())
        return known


@dataclass(slots=True)
class Known:
    """The place at which the log stood, and the rows as they were there; None stands for a row that there is not."""

    last: int = 0
    turn: int = 0
    """How often an owner was found to be dead, or a commit was given up for lost."""
    at: float = 0.0
    heads: dict[str, SessionRow | None] = field(default_factory=dict[str, SessionRow | None])
    runs: dict[str, RunRow | None] = field(default_factory=dict[str, RunRow | None])
    promises: dict[str, PromiseRow | None] = field(default_factory=dict[str, PromiseRow | None])
    writings: dict[str, Sequence[Event]] = field(default_factory=dict[str, Sequence[Event]])
    """What was written under the keys that were asked for last."""

    def session(self, session: str) -> SessionRow | None:
        """Return the head of a session."""
        return self.heads[session]

    def run(self, run: str) -> RunRow | None:
        """Return the row of a run."""
        return self.runs[run]

    def promise(self, promise: str) -> PromiseRow | None:
        """Return the row of a promise."""
        return self.promises[promise]

    def writing(self, key: str) -> Sequence[Event]:
        """Return the events that were written under a key."""
        return self.writings[key]

    def has(self, wanted: Wanted) -> bool:
        """Say whether all rows are known that are wanted."""
        return (
            wanted.sessions <= self.heads.keys()
            and wanted.runs <= self.runs.keys()
            and wanted.promises <= self.promises.keys()
        )

    def go_on(self, changes: Changes) -> None:
        """Know what has been committed."""
        for kept in (self.heads, self.runs, self.promises):
            if len(kept) > _MOST:
                kept.clear()
        self.heads.update(changes.heads)
        self.runs.update(changes.runs)
        self.promises.update(changes.promises)
        self.last = changes.last
        self.at = max(self.at, changes.events[-1].at)
