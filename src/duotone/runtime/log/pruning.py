"""What is removed from a log: sessions that are over, of which an anchor stays so that the chain can be verified on.

1. A session is over if its last event is old enough, all its runs have ended, nothing that was promised in it is open,
   and it was archived if it ever was a governed one. Our own sessions are never over.
2. Its head stays, so whoever appends to it later goes on with the same chain, and so do the rows of its runs and
   promises: what has run is not run again, and what was delivered is not delivered again.
3. Each removal is an event itself, with a digest of all anchors, so that none can be changed without a trace.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from duotone.runtime.events import Append, Draft
from duotone.runtime.log.rows import SessionRow
from duotone.runtime.log.tables import Askable
from duotone.runtime.log.views import LogView

__all__ = ["PRUNED", "PRUNINGS", "Anchor", "Pruned", "anchors_of", "digest_of", "prune_some"]

PRUNINGS: Final = "duotone.prunings"
"""The session in which it is said what was removed."""
PRUNED: Final = "log.pruned"

_MOST: Final = 200
"""So many sessions are removed in one transaction at most, so that nobody who appends waits for long."""
_PAGE: Final = 1_000

_OVER: Final = (
    "select session, seq from heads where at < ? and session not like 'duotone.%' "
    "and seq > ? + coalesce((select seq from anchors where anchors.session = heads.session), 0) "
    "and not exists (select 1 from runs where runs.session = heads.session "
    "and status in ('running', 'waiting', 'undoing')) "
    "and not exists (select 1 from outbox where outbox.session = heads.session "
    "and status in ('promised', 'pending', 'claimed')) "
    "and (not exists (select 1 from events where events.session = heads.session and kind = 'session.created') "
    "or exists (select 1 from events where events.session = heads.session and kind = 'session.archived')) "
    "order by at limit ?"
)
_PUT: Final = (
    "insert into anchors values (?, ?, ?, ?, ?, ?) on conflict (session) do update set seq = excluded.seq, "
    "id = excluded.id, at = excluded.at, hash = excluded.hash, is_behind = excluded.is_behind"
)
_REMOVE: Final = (
    "delete from keys where event in (select id from events where session = ? and seq <= ?)",
    "delete from snapshots where session = ? and seq <= ?",
    "delete from events where session = ? and seq <= ?",
)


@dataclass(frozen=True, slots=True)
class Anchor:
    """The last event of a session that was removed: the head as it was there, and its id."""

    id: int
    head: SessionRow

    @property
    def row(self) -> tuple[Any, ...]:
        """This as a row of its table."""
        head = self.head
        return (head.session, head.seq, self.id, head.at, head.hash, int(head.is_behind))


@dataclass(frozen=True, slots=True)
class Pruned:
    """How much was removed."""

    sessions: int = 0
    events: int = 0

    def __add__(self, other: Pruned) -> Pruned:
        """Return how much was removed by both."""
        return Pruned(self.sessions + other.sessions, self.events + other.events)


def prune_some(connection: Askable, before: float, keep: int) -> tuple[Pruned, Append]:
    """Remove some sessions inside of a transaction, up to their last `keep` events; nothing means that it is done.

    What is returned with it is to be written in the same transaction.
    """
    view = LogView(connection)
    known = {anchor.head.session: anchor for anchor in anchors_of(connection)}
    done = Pruned()
    for session, seq in connection.execute(_OVER, (before, keep, _MOST)).fetchall():
        start = known.get(session)
        anchor = _cut(view, session, seq - keep, start)
        for statement in _REMOVE:
            connection.execute(statement, (session, anchor.head.seq))
        connection.execute(_PUT, anchor.row)
        done += Pruned(1, anchor.head.seq - (0 if start is None else start.head.seq))
    data = {"before": before, "keep": keep, "sessions": done.sessions, "events": done.events}
    digest = digest_of(anchors_of(connection)) if done.sessions else ""
    return done, Append(PRUNINGS, [Draft(PRUNED, {**data, "digest": digest})])


def _cut(view: LogView, session: str, seq: int, start: Anchor | None) -> Anchor:
    """Return the head of a session as it was at one of its events."""
    head, last = (SessionRow(session), 0) if start is None else (start.head, start.id)
    while head.seq < seq:
        for event in view.read(session, after=head.seq, limit=min(_PAGE, seq - head.seq)):
            head, last = head.after(event), event.id
    return Anchor(last, head)


def anchors_of(connection: Askable) -> list[Anchor]:
    """Return all anchors, by session."""
    rows = connection.execute("select session, seq, id, at, hash, is_behind from anchors order by session")
    return [
        Anchor(number, SessionRow(_text(session), seq, at, _text(seal), bool(is_behind)))
        for session, seq, number, at, seal, is_behind in rows
    ]


def digest_of(anchors: Sequence[Anchor]) -> str:
    """Return one digest for all anchors."""
    lines = "".join(f"{anchor.row}\n" for anchor in anchors)
    return sha256(lines.encode()).hexdigest()


def _text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else value
