"""Looks at every byte of a log that means anything, and names what no version of ours has written there."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

from duotone.errors import LogCorrupt
from duotone.runtime.events import decoded
from duotone.runtime.log.addresses import Address
from duotone.runtime.log.chain import Chain, Damage, event_from
from duotone.runtime.log.presence import PRESENCE
from duotone.runtime.log.pruning import PRUNINGS, Anchor, anchors_of, digest_of
from duotone.runtime.log.reading import Text, read_only
from duotone.runtime.log.rows import seal
from duotone.runtime.log.schema import tables_of
from duotone.runtime.log.tables import HEAD, RUN, Askable, head_row, promise_row, run_row
from duotone.runtime.log.wal import wal_damage

__all__ = ["Progress", "content_damage", "verify"]

Progress: TypeAlias = Callable[[int, int], None]
"""Told how many of how many events have been looked at."""

_EVERY: Final = 1_000
_WRITE_AHEAD: Final = b"\x02\x02"


def verify(place: Path | Address, progress: Progress | None = None) -> list[Damage]:
    """Return all that is wrong with a log, in the order in which it was found; nothing means that it is whole.

    Others may append to it meanwhile. What was removed is taken from its anchors on.
    Raises `NoSuchPath`, `LogTooNew` and `LogBusy`.
    """
    try:
        if isinstance(place, Address):
            from duotone.runtime.log.postgres.looking import read_only as reading  # noqa: PLC0415  # many have none

            with reading(place) as connection:
                return content_damage(connection, progress)
        return wal_damage(place) or _file_damage(place, progress)
    except LogCorrupt as error:
        return [Damage(error.where, error.reason)]


def _file_damage(path: Path, progress: Progress | None) -> list[Damage]:
    """Look into a file whose write-ahead log is whole: what that has lost would be missing everywhere else."""
    with read_only(path) as connection:
        version = _version(connection)
        return [
            *_guarded("its header", _header_damage(path)),
            *_guarded("its pages", _page_damage(connection)),
            *_guarded("its schema", _schema_damage(connection)),
            *content_damage(connection, progress, tables_of(version)),
        ]


def content_damage(
    connection: Askable, progress: Progress | None, tables: Container[str] = ("anchors", "keys")
) -> list[Damage]:
    """Return what is wrong with events and rows, as one connection sees them; `tables` are those of its format."""
    chain = Chain()
    anchors: list[Anchor] = []
    return [
        *(_guarded("table anchors", _anchor_damage(connection, chain, anchors)) if "anchors" in tables else ()),
        *_event_damage(connection, chain, progress),
        *_guarded("its derived tables", _row_damage(connection, chain, anchors, has_keys="keys" in tables)),
        *_guarded("table snapshots", _snapshot_damage(connection)),
    ]


def _anchor_damage(connection: Askable, chain: Chain, anchors: list[Anchor]) -> Iterator[Damage]:
    """Begin the chain at the anchors, if they are those of which the last removal tells."""
    anchors += anchors_of(connection)
    chain.heads.update((anchor.head.session, anchor.head) for anchor in anchors)
    query = "select data from events where session = ? order by seq desc limit 1"
    row = connection.execute(query, (PRUNINGS,)).fetchone()
    told = None if row is None else decoded(_plain(row[0])).get("digest")
    if told != (digest_of(anchors) if anchors else None):
        yield Damage("table anchors", "it is not what the last removal has told")


def _guarded(where: str, damages: Iterable[Damage]) -> Iterator[Damage]:
    """Yield damages, and where SQLite can't go on, that too."""
    try:
        yield from damages
    except (sqlite3.DatabaseError, ValueError) as error:
        yield Damage(where, f"it can't be read ({error})")


def _header_damage(path: Path) -> Iterator[Damage]:
    if PRESENCE.first_bytes(path, 20, log=path)[18:] != _WRITE_AHEAD:
        yield Damage("its header", "it doesn't say that there is a write-ahead log")


def _page_damage(connection: sqlite3.Connection) -> Iterator[Damage]:
    for [message] in connection.execute("pragma integrity_check"):
        if message != b"ok":
            text = " ".join(_plain(message).split()).removeprefix("*** in database main *** ")
            yield Damage("its pages", text)


def _schema_damage(connection: sqlite3.Connection) -> Iterator[Damage]:
    there = {
        _plain(name): _plain(sql) for name, sql in connection.execute("select name, sql from sqlite_master") if sql
    }
    right = tables_of(_version(connection))
    for name in right.keys() | there.keys():
        if right.get(name) != there.get(name):
            yield Damage("its schema", f"{name} is not as it was made")


def _version(connection: sqlite3.Connection) -> int:
    [version] = connection.execute("pragma user_version").fetchone()
    found: int = version
    return found


def _event_damage(connection: Askable, chain: Chain, progress: Progress | None) -> Iterator[Damage]:
    try:
        [total] = connection.execute("select count(*) from events").fetchone()
        for done, row in enumerate(connection.execute("select * from events order by id"), 1):
            if progress is not None and (done % _EVERY == 0 or done == total):
                progress(done, total)
            try:
                event, body = event_from(row)
            except ValueError as error:
                yield Damage(f"event {row[0]}", str(error))
            else:
                yield from chain.follow(event, body)
    except sqlite3.DatabaseError as error:
        yield Damage(f"the events past {chain.last}", f"they can't be read ({error})")


def _row_damage(connection: Askable, chain: Chain, anchors: Sequence[Anchor], *, has_keys: bool) -> Iterator[Damage]:
    """Compare what is derived from events with what follows from them, as far as they are there."""
    removed = {anchor.head.session: anchor.id for anchor in anchors}
    heads = {name: head_row(row) for name, row in chain.heads.items()}
    runs = {name: run_row(row, chain.first[name]) for name, row in chain.runs.items()}
    promises = {name: promise_row(row) for name, row in chain.promises.items()}
    yield from _differences(connection, f"{HEAD} from heads", "table heads, session", heads)
    yield from _differences(connection, f"{RUN}, first from runs", "table runs, run", runs, removed)
    yield from _differences(connection, "* from outbox", "table outbox, promise", promises, removed)
    if has_keys:
        keys = {row[0]: row for row in chain.keys.items()}
        yield from _differences(connection, "* from keys", "table keys, key", keys)


def _differences(
    connection: Askable,
    what: str,
    where: str,
    right: Mapping[str, tuple[Any, ...]],
    removed: Mapping[str, int] | None = None,
) -> Iterator[Damage]:
    """Yield rows that are not as they should be; of those whose events were removed nobody can say."""
    rows = ([_plain(value) for value in row] for row in connection.execute(f"select {what}"))  # ours
    there = {row[0]: tuple(row) for row in rows}
    for name, row in there.items():
        if removed is not None and row[-1] <= removed.get(row[1], 0):
            continue
        if name not in right:
            yield Damage(f"{where} {name!r}", "no event tells of it")
        elif row != right[name]:
            yield Damage(f"{where} {name!r}", "it is not what the events say")
    for name in right.keys() - there.keys():
        yield Damage(f"{where} {name!r}", "it is missing")


def _snapshot_damage(connection: Askable) -> Iterator[Damage]:
    query = (
        "select snapshots.session, snapshots.seq, body, digest, hash from snapshots left join events "
        "on events.session = snapshots.session and events.seq = snapshots.seq"
    )
    for row in connection.execute(query):
        session, seq, body, digest, head = (_plain(value) for value in row)
        if head is None or digest != seal(session, seq, head, body):
            yield Damage(f"table snapshots, session {session!r}", "its digest is wrong")


def _plain(value: Any) -> Any:
    """Return a value of a row with its text decoded; what is no text stays different from every text of ours."""
    return value.decode(errors="backslashreplace") if isinstance(value, Text) else value
