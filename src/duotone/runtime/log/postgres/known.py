"""What a writer knows of the tables: right for as long as the log stands where it stood."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from duotone.runtime.events import Append, Event, Expected, ExpectedPromise
from duotone.runtime.log.changes import Changes
from duotone.runtime.log.postgres.asking import Asking, PostgresView
from duotone.runtime.log.postgres.driver import Connection
from duotone.runtime.log.postgres.refusing import key_of
from duotone.runtime.log.rows import PromiseRow, RunRow, SessionRow
from duotone.runtime.log.tables import HEAD, RUN, Answer, head_from

__all__ = ["Known", "Wanted"]

_MOST: Final = 10_000
"""So many rows of a kind are known at most."""

_HEADS: Final = f"select {HEAD} from heads where session = any(%s)"  # noqa: S608  # the names are our own
_RUNS: Final = f"select {RUN} from runs where run = any(%s)"  # noqa: S608  # the same
_PROMISES: Final = "select * from outbox where promise = any(%s)"
_KEYS: Final = "select key from keys where key = any(%s)"


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

    def learn(self, connection: Connection, wanted: Wanted) -> None:
        """Ask for the rows that are wanted and not known, all at once."""
        self.writings = dict.fromkeys(wanted.keys, ())
        sessions = [name for name in wanted.sessions if name not in self.heads]
        runs = [name for name in wanted.runs if name not in self.runs]
        promises = [name for name in wanted.promises if name not in self.promises]
        if not (sessions or runs or promises or wanted.keys):
            return
        with connection.pipeline():
            answers = [_asked(connection, _HEADS, sessions), _asked(connection, _RUNS, runs)]
            answers.append(_asked(connection, _PROMISES, promises))
            taken = _asked(connection, _KEYS, [*wanted.keys])
        self._take_in(*answers, names=(sessions, runs, promises))
        view = PostgresView(Asking(connection))
        self.writings.update((key, view.writing(key)) for (key,) in _rows(taken))

    def _take_in(
        self, heads: Answer | None, runs: Answer | None, promises: Answer | None, *, names: Sequence[Sequence[str]]
    ) -> None:
        for kept, missing in zip((self.heads, self.runs, self.promises), names, strict=True):
            kept.update(dict.fromkeys(missing))  # type: ignore[attr-defined]  # None is a value of each of them
        self.heads.update((row[0], head_from(row)) for row in _rows(heads))
        self.runs.update((row[0], RunRow(*row)) for row in _rows(runs))
        self.promises.update((row[0], PromiseRow(*row)) for row in _rows(promises))

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


def _asked(connection: Connection, query: str, names: Sequence[str]) -> Answer | None:
    return connection.execute(query, (list(names),)) if names else None


def _rows(answer: Answer | None) -> list[Any]:
    return [] if answer is None else answer.fetchall()
