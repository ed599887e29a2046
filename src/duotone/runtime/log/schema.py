"""The tables of a log file: how they are made, and how a file that holds something else is refused."""

from __future__ import annotations

import sqlite3
import time
from typing import Final

from duotone.errors import LogCorrupt, LogTooNew

__all__ = ["APPLICATION", "FAMILY", "FORMAT", "TABLES", "check_format", "prepare", "tables_of"]

APPLICATION: Final = 0x64756F74
"""What stands in the header of the file for "this is a log of duotone's"."""
FORMAT: Final = 4
"""The version of the tables, in the header of the file."""

FAMILY: Final = "substr(session, 1, instr(session, '.'))"
"""What the name of a session has up to its first dot, which is nothing if it has none."""

TABLES: Final = {
    "events": "CREATE TABLE events (id integer primary key, session text not null, seq integer not null, "
    "kind text not null, at real not null, run text, data text not null, hash text not null)",
    "events_by_session": "CREATE UNIQUE INDEX events_by_session on events (session, seq)",
    "events_without_run": "CREATE INDEX events_without_run on events (session, seq) where run is null",
    # A run that is alone in its session has the session's name, and is found by that.
    "events_by_run": "CREATE INDEX events_by_run on events (run, id) where run <> session",
    "heads": "CREATE TABLE heads (session text primary key, seq integer not null, at real not null, "
    "hash text not null, is_behind integer not null) without rowid",
    "runs": "CREATE TABLE runs (run text primary key, session text not null, kind text not null, name text not null, "
    "status text not null, owner text not null, fence integer not null, definition text not null, "
    "first integer not null) without rowid",
    "runs_by_status": "CREATE INDEX runs_by_status on runs (status, first)",
    "runs_by_first": "CREATE INDEX runs_by_first on runs (first)",
    "runs_by_session": "CREATE INDEX runs_by_session on runs (session, first)",
    "runs_by_kind": "CREATE INDEX runs_by_kind on runs (kind, first)",
    "runs_by_family": f"CREATE INDEX runs_by_family on runs ({FAMILY}, first)",
    "outbox": "CREATE TABLE outbox (promise text primary key, session text not null, run text, status text not null, "
    "event integer not null) without rowid",
    "outbox_by_status": "CREATE INDEX outbox_by_status on outbox (status, event)",
    "keys": "CREATE TABLE keys (key text primary key, event integer not null) without rowid",
    "snapshots": "CREATE TABLE snapshots (session text primary key, seq integer not null, body text not null, "
    "digest text not null) without rowid",
    "anchors": "CREATE TABLE anchors (session text primary key, seq integer not null, id integer not null, "
    "at real not null, hash text not null, is_behind integer not null) without rowid",
}
"""Every table and index, with the statement that makes it, as SQLite keeps it."""
_ADDED: Final = {
    2: ("keys",),
    3: ("runs_by_first", "runs_by_session", "runs_by_kind", "runs_by_family"),
    4: ("anchors",),
}
"""What a format has that the one before it had not."""

_EVERY = 0.005
# One statement sees one moment: between two, another process may have made the tables.
_HEADER: Final = (
    "select application_id, user_version, (select count(*) from sqlite_master) "
    "from pragma_application_id, pragma_user_version"
)


def tables_of(version: int) -> dict[str, str]:
    """Return the tables and indexes of a format."""
    later = {name for added, names in _ADDED.items() if added > version for name in names}
    return {name: statement for name, statement in TABLES.items() if name not in later}


def check_format(connection: sqlite3.Connection, path: str) -> int:
    """Return the format of our tables in the file, or 0 if there are none.

    Raises `LogTooNew`, or `LogCorrupt` where the file belongs to something else.
    """
    application, version, tables = connection.execute(_HEADER).fetchone()
    if application == APPLICATION:
        if version > FORMAT:
            raise LogTooNew(path, version, FORMAT)
        if version < 1:
            raise LogCorrupt(path, "its header", f"there is no format {version}")
        found: int = version
        return found
    if application or tables:
        raise LogCorrupt(path, "its header", "it is a database of something else than duotone")
    return 0


def prepare(connection: sqlite3.Connection, path: str, seconds: float) -> None:
    """Make the tables that are missing; any number of processes may do so at once.

    A file of an older format that can't be written stays as it is, to be read.
    """
    version = check_format(connection, path)
    if version == FORMAT:
        return
    if not version:
        _write_ahead(connection, seconds)
    try:
        connection.execute("begin immediate")
        _make(connection, check_format(connection, path))
        connection.execute("commit")
    except BaseException as error:
        if connection.in_transaction:
            connection.execute("rollback")
        if not version or not _is_read_only(error):
            raise


def _is_read_only(error: BaseException) -> bool:
    return isinstance(error, sqlite3.OperationalError) and error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_READONLY


def _make(connection: sqlite3.Connection, version: int) -> None:
    """Make what a file of this format has not, unless somebody else has made it meanwhile."""
    if version == FORMAT:
        return
    there = tables_of(version) if version else {}
    for name, statement in TABLES.items():
        if name not in there:
            connection.execute(statement)
    connection.execute(f"pragma application_id = {APPLICATION}")
    connection.execute(f"pragma user_version = {FORMAT}")


def _write_ahead(connection: sqlite3.Connection, seconds: float) -> None:
    """Switch to the write-ahead log, which SQLite refuses at once, without waiting, while somebody else does it."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            connection.execute("pragma journal_mode = wal")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(_EVERY)
        else:
            return
