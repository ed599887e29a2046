"""The tables of a log file: how they are made, and how a file that holds something else is refused."""

from __future__ import annotations

import sqlite3
import time
from typing import Final

from duotone.errors import LogCorrupt, LogTooNew

__all__ = ["APPLICATION", "FORMAT", "TABLES", "check_format", "prepare"]

APPLICATION: Final = 0x64756F74
"""What stands in the header of the file for "this is a log of duotone's"."""
FORMAT: Final = 1
"""The version of the tables, in the header of the file."""

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
    "outbox": "CREATE TABLE outbox (promise text primary key, session text not null, run text, status text not null, "
    "event integer not null) without rowid",
    "outbox_by_status": "CREATE INDEX outbox_by_status on outbox (status, event)",
    "snapshots": "CREATE TABLE snapshots (session text primary key, seq integer not null, body text not null, "
    "digest text not null) without rowid",
}
"""Every table and index, with the statement that makes it, as SQLite keeps it."""

_EVERY = 0.005
# One statement sees one moment: between two, another process may have made the tables.
_HEADER: Final = (
    "select application_id, user_version, (select count(*) from sqlite_master) "
    "from pragma_application_id, pragma_user_version"
)


def check_format(connection: sqlite3.Connection, path: str) -> bool:
    """Say whether the file has our tables; raises `LogTooNew`, or `LogCorrupt` where it belongs to something else."""
    application, version, tables = connection.execute(_HEADER).fetchone()
    if application == APPLICATION:
        if version > FORMAT:
            raise LogTooNew(path, version, FORMAT)
        if version < 1:
            raise LogCorrupt(path, "its header", f"there is no format {version}")
        return True
    if application or tables:
        raise LogCorrupt(path, "its header", "it is a database of something else than duotone")
    return False


def prepare(connection: sqlite3.Connection, path: str, seconds: float) -> None:
    """Make the tables where they are missing; any number of processes may do so at once."""
    if check_format(connection, path):
        return
    _write_ahead(connection, seconds)
    connection.execute("begin immediate")
    try:
        if not check_format(connection, path):
            for statement in TABLES.values():
                connection.execute(statement)
            connection.execute(f"pragma application_id = {APPLICATION}")
            connection.execute(f"pragma user_version = {FORMAT}")
        connection.execute("commit")
    except BaseException:
        if connection.in_transaction:
            connection.execute("rollback")
        raise


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
