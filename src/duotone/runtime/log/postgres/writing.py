"""The one statement that writes a commit: its events, what follows from them, and the word to all who listen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Final

from duotone.runtime.log.changes import Changes
from duotone.runtime.log.postgres.driver import Connection
from duotone.runtime.log.tables import Answer, head_row, promise_row, run_row

__all__ = ["CHANNEL", "array", "arrays", "write"]

CHANNEL: Final = "duotone"
"""Where it is said that the log goes on, with the id of its last event."""

# Everything depends on the first part: where the log isn't as the writer knows it, nothing is written at all.
_MOVED: Final = (
    "with moved as (update log set last = %s, at = %s where last = %s and turn = %s "
    "and not exists (select from keys where key = any(%s::text[])) returning last), "
    "added as (insert into events select * from unnest(%s::bigint[], %s::text[], %s::bigint[], %s::text[], "
    "%s::float8[], %s::text[], %s::text[], %s::text[]) where exists (select from moved)), "
    "headed as (insert into heads select * from unnest(%s::text[], %s::bigint[], %s::float8[], %s::text[], "
    "%s::integer[]) where exists (select from moved) on conflict (session) do update set seq = excluded.seq, "
    "at = excluded.at, hash = excluded.hash, is_behind = excluded.is_behind)"
)
_RAN: Final = (
    ", ran as (insert into runs select * from unnest(%s::text[], %s::text[], %s::text[], %s::text[], %s::text[], "
    "%s::text[], %s::bigint[], %s::text[], %s::bigint[]) where exists (select from moved) on conflict (run) do update "
    "set kind = excluded.kind, name = excluded.name, status = excluded.status, owner = excluded.owner, "
    "fence = excluded.fence, definition = excluded.definition)"
)
_PROMISED: Final = (
    ", promised as (insert into outbox select * from unnest(%s::text[], %s::text[], %s::text[], %s::text[], "
    "%s::bigint[]) where exists (select from moved) on conflict (promise) do update set session = excluded.session, "
    "run = excluded.run, status = excluded.status, event = excluded.event)"
)
_KEYED: Final = (
    ", keyed as (insert into keys select * from unnest(%s::text[], %s::bigint[]) where exists (select from moved))"
)
_TOLD: Final = f" select extract(epoch from clock_timestamp())::float8, pg_notify('{CHANNEL}', last::text) from moved"  # noqa: S608  # ours


@cache
def _statement(has_runs: bool, has_promises: bool, has_keys: bool) -> str:  # noqa: FBT001  # parts of one text
    return f"{_MOVED}{_RAN if has_runs else ''}{_PROMISED if has_promises else ''}{_KEYED if has_keys else ''}{_TOLD}"


def write(connection: Connection, changes: Changes, last: int, turn: int, keys: Iterable[str] = ()) -> Answer:
    """Write a commit to a log that stands at `last` and `turn` and has none of `keys`; the answer is its time.

    No answer means that the log has gone on, or has one of them, and that nothing was written.
    """
    events = changes.events
    values: list[Any] = [changes.last, max(event.at for event in events), last, turn, array(keys)]
    values += arrays(
        (event.id, event.session, event.seq, event.kind, event.at, event.run, body, event.hash)
        for event, body in zip(events, changes.bodies, strict=True)
    )
    values += arrays(map(head_row, changes.heads.values()))
    if changes.runs:
        values += arrays(run_row(row, changes.first[run]) for run, row in changes.runs.items())
    if changes.promises:
        values += arrays(map(promise_row, changes.promises.values()))
    if changes.keys:
        values += arrays(changes.keys.items())
    statement = _statement(bool(changes.runs), bool(changes.promises), bool(changes.keys))
    return connection.execute(statement, values, prepare=True)


def arrays(rows: Iterable[Sequence[Any]]) -> list[str]:
    """Return rows as columns, each an array as PostgreSQL reads it, which is quicker than what the driver makes."""
    return [array(column) for column in zip(*rows, strict=True)]


def array(values: Iterable[object]) -> str:
    """Return values as an array."""
    return f"{{{','.join(map(_element, values))}}}"


def _element(value: object) -> str:
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return "NULL" if value is None else repr(value)
