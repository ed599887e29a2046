"""What a store derives from events, row by row: heads of sessions, runs, promises, keys; and snapshots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TypeAlias

from duotone.runtime.events import GENESIS, Event, Json

__all__ = [
    "STEPPED_BACK",
    "Names",
    "PromiseRow",
    "RunRow",
    "Selection",
    "SessionRow",
    "Snapshot",
    "Statuses",
    "Tally",
    "Writing",
    "promise_after",
    "run_after",
    "seal",
    "writing_of",
]

Statuses: TypeAlias = str | tuple[str, ...] | None
"""The states that somebody asks for: one, any of several, or all."""

STEPPED_BACK = "clock.stepped_back"
"""The kind of the event that says that the clock was behind the last event of its session."""


@dataclass(frozen=True, slots=True)
class Names:
    """The sessions whose names begin with one of these texts, or all others if they are not to be inside."""

    prefixes: tuple[str, ...]
    is_inside: bool = True

    def __contains__(self, session: str) -> bool:
        """Tell whether this is one of the sessions that are meant."""
        return session.startswith(self.prefixes) == self.is_inside


@dataclass(frozen=True, slots=True)
class Selection:
    """Which rows of a long table somebody wants to see, page by page; None stands for any."""

    within: Names | None = None
    """In which sessions."""
    session: str | None = None
    """In this one alone."""
    status: Statuses = None
    kind: str | None = None
    """Of a run; of a session, the kind of its first event."""
    after: str | None = None
    """The last row of the page before."""
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class Tally:
    """How much a log has: runs and promises are counted by their states."""

    sessions: int = 0
    events: int = 0
    runs: Mapping[str, int] = field(default_factory=dict[str, int])
    promises: Mapping[str, int] = field(default_factory=dict[str, int])


@dataclass(frozen=True, slots=True)
class SessionRow:
    """The head of a session: its last event, on which the next one is chained."""

    session: str
    seq: int = 0
    at: float = 0.0
    hash: str = GENESIS
    is_behind: bool = False
    """Whether the clock was found to be behind `at`, and has not caught up in any event since."""

    def after(self, event: Event) -> SessionRow:
        """Return the head once `event` has followed."""
        is_behind = event.kind == STEPPED_BACK or (self.is_behind and event.at <= self.at)
        return SessionRow(event.session, event.seq, event.at, event.hash, is_behind)


@dataclass(frozen=True, slots=True)
class RunRow:
    """A run as its `run.*` events tell it; `definition` is the hash of what it runs."""

    run: str
    session: str
    kind: str = ""
    name: str = ""
    status: str = ""
    owner: str = ""
    fence: int = 0
    definition: str = ""


@dataclass(frozen=True, slots=True)
class PromiseRow:
    """A promise as its `promise.*` events tell it; `event` is the id of the last of them."""

    promise: str
    session: str
    run: str | None
    status: str
    event: int


@dataclass(frozen=True, slots=True)
class Writing:
    """What was written under a key: so many events, as the data of the last of them says."""

    key: str
    events: int

    def to_json(self) -> Mapping[str, Json]:
        """Return this as data of that event."""
        return {"key": self.key, "events": self.events}


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What somebody has folded the events of a session up to `seq` into; `digest` ties it to the chain."""

    session: str
    seq: int
    body: Mapping[str, Json]
    digest: str


def run_after(row: RunRow | None, event: Event) -> RunRow:
    """Return the row of a run once `event`, whose kind begins with `run.`, has followed."""
    assert event.run is not None
    data = event.data
    row = row or RunRow(event.run, event.session)
    is_start = event.kind == "run.started"
    return RunRow(
        event.run,
        row.session,
        _text(data, "kind", row.kind) if is_start else row.kind,
        _text(data, "name", row.name) if is_start else row.name,
        _text(data, "status", row.status),
        _text(data, "owner", row.owner),
        _count(data, "fence", row.fence),
        _text(data, "definition", row.definition) if is_start else row.definition,
    )


def promise_after(row: PromiseRow | None, event: Event) -> PromiseRow:
    """Return the row of a promise once `event`, whose kind begins with `promise.`, has followed."""
    promise = _text(event.data, "promise", "")
    status = _text(event.data, "status", "" if row is None else row.status)
    return PromiseRow(promise, event.session, event.run, status, event.id)


def writing_of(event: Event) -> Writing | None:
    """Return which writing ends with `event`, or None if it was not written under a key."""
    match event.data:
        case {"once": {"key": str(key), "events": int(events)}} if 1 <= events <= event.seq:
            return Writing(key, events)
        case _:
            return None


def seal(session: str, seq: int, head: str, body: str) -> str:
    """Return the digest of a snapshot: of its text, and of the hash of the event up to which it was made."""
    return sha256(f"{session}\n{seq}\n{head}\n{body}".encode()).hexdigest()


def _text(data: Mapping[str, Json], key: str, default: str) -> str:
    value = data.get(key)
    if value is None:
        return default
    if isinstance(value, str):
        return value
    message = f"{key!r} of an event must be text, and is {value!r}"
    raise TypeError(message)


def _count(data: Mapping[str, Json], key: str, default: int) -> int:
    value = data.get(key, default)
    if isinstance(value, int) and 0 <= value < 1 << 63:
        return value
    message = f"{key!r} of an event must be a count, and is {value!r}"
    raise TypeError(message)
