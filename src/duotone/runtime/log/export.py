"""A log as lines of JSON, which can be verified on their own, without the file that they come from."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from duotone.errors import LogCorrupt, LogTooNew, NoSuchSession
from duotone.runtime.events import Event, Json, encoded
from duotone.runtime.log.addresses import Address
from duotone.runtime.log.chain import Chain, Damage, event_from
from duotone.runtime.log.pruning import Anchor, anchors_of
from duotone.runtime.log.reading import asked
from duotone.runtime.log.rows import SessionRow
from duotone.runtime.log.schema import tables_of
from duotone.runtime.log.tables import Askable
from duotone.runtime.log.verify import Progress

__all__ = ["export", "verify_export"]

_FORMAT: Final = 1
"""The version of these lines, which is not that of the tables that they come from."""
_KIND: Final = "duotone log"
_ANCHOR: Final = '{"anchor":'
_KEYS: Final = {"id", "session", "seq", "kind", "at", "run", "data", "hash"}


def export(path: Path | Address, session: str | None = None, progress: Progress | None = None) -> Iterator[str]:
    """Yield the lines of a log or of one session: what it is, its events, and at the end what they add up to.

    Raises `NoSuchPath`, `LogTooNew`, `NoSuchSession`, and `LogCorrupt` at the first event that is damaged.
    """
    with asked(path) as connection:
        yield encoded({"kind": _KIND, "format": _FORMAT, "session": session})
        chain = Chain()
        for anchor in _anchors(connection):
            if session in {None, anchor.head.session}:
                chain.heads[anchor.head.session] = anchor.head
                yield _ANCHOR + encoded(asdict(anchor.head)) + "}"
        for row in _rows(connection, session, progress):
            try:
                event, body = event_from(row)
            except ValueError as error:
                raise LogCorrupt(str(path), f"event {row[0]}", str(error)) from error
            for damage in chain.follow(event, body):
                raise LogCorrupt(str(path), damage.where, damage.reason)
            yield _line(event, body)
        if session is not None and not chain.heads:
            raise NoSuchSession(session)
        yield encoded(_end(chain))


def _anchors(connection: Askable) -> list[Anchor]:
    """Return the anchors of a log, if its format has any."""
    if isinstance(connection, sqlite3.Connection):
        [version] = connection.execute("pragma user_version").fetchone()
        if "anchors" not in tables_of(version):
            return []
    return anchors_of(connection)


def _rows(connection: Askable, session: str | None, progress: Progress | None) -> Iterator[tuple[object, ...]]:
    where, values = ("true", ()) if session is None else ("session = ?", (session,))
    [total] = connection.execute(f"select count(*) from events where {where}", values).fetchone()  # noqa: S608
    rows = connection.execute(f"select * from events where {where} order by id", values)  # noqa: S608  # ours
    for done, row in enumerate(rows, 1):
        if progress is not None:
            progress(done, total)
        yield row


def _line(event: Event, body: str) -> str:
    """Return an event as one line, in which the text of its data stands as it was hashed."""
    place: dict[str, Json] = {"at": event.at, "hash": event.hash, "id": event.id, "kind": event.kind, "run": event.run}
    place |= {"seq": event.seq, "session": event.session}
    return f'{{"data":{body},{encoded(place)[1:]}'


def _end(chain: Chain) -> dict[str, Json]:
    """Return what the last line holds: how many sessions there are, and one digest for all of their heads."""
    heads = sorted((head.session, head.seq, head.hash) for head in chain.heads.values())
    return {
        "end": {"sessions": len(heads), "last": chain.last, "digest": sha256(json.dumps(heads).encode()).hexdigest()}
    }


def verify_export(path: Path, progress: Progress | None = None) -> list[Damage]:
    """Return all that is wrong with an export; nothing means that it is whole. Raises `LogTooNew`."""
    found: list[Damage] = []
    chain, end = Chain(), ""
    total = path.stat().st_size
    read = 0
    with path.open("rb") as file:
        found += _opening_damage(path, next(file, b""))
        for number, line in enumerate(file, 2):
            read += len(line)
            if progress is not None:
                progress(read, total)
            if end:
                found.append(Damage(f"line {number}", "it stands after the end"))
            elif line.startswith(b'{"end":'):
                end = line.decode(errors="backslashreplace")
            elif line.startswith(_ANCHOR.encode()):
                found += _begin_at(number, line, chain)
            else:
                found += _line_damage(number, line, chain)
    if end != f"{encoded(_end(chain))}\n":
        where = "its last line"
        found.append(Damage(where, "it is not what the events add up to" if end else "it is missing: lines were lost"))
    return found


def _opening_damage(path: Path, line: bytes) -> Iterator[Damage]:
    try:
        opening: Any = json.loads(line)
        if opening["kind"] == _KIND and opening["format"] > _FORMAT:
            raise LogTooNew(str(path), opening["format"], _FORMAT)
        is_right = line == f"{encoded({'kind': _KIND, 'format': _FORMAT, 'session': opening['session']})}\n".encode()
    except (ValueError, LookupError, TypeError, RecursionError):
        is_right = False
    if not is_right:
        yield Damage("line 1", "it does not say that this is the export of a log")


def _begin_at(number: int, line: bytes, chain: Chain) -> Iterator[Damage]:
    """Begin the chain of a session past what was removed of it."""
    try:
        head = SessionRow(**json.loads(line)["anchor"])
    except (ValueError, LookupError, TypeError, RecursionError):
        yield Damage(f"line {number}", "it is no anchor")
    else:
        chain.heads[head.session] = head


def _line_damage(number: int, line: bytes, chain: Chain) -> Iterator[Damage]:
    try:
        text = line.decode()
        values: Any = json.loads(text)
        body = encoded(values["data"])
        event = Event(**{key: values[key] for key in _KEYS})
        if f"{_line(event, body)}\n" != text:
            yield Damage(f"event {event.id}", "its line is not as it was written")
        yield from list(chain.follow(event, body))
    except (ValueError, LookupError, TypeError, RecursionError):
        yield Damage(f"line {number}", "it is no event")
