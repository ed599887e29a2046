"""The tables of a log in PostgreSQL: made in steps that are never changed once they are out, each with its version."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from duotone.errors import LogCorrupt, LogTooNew
from duotone.runtime.log.postgres.driver import Connection
from duotone.runtime.log.schema import FAMILY

__all__ = ["LOCKS", "MIGRATIONS", "PARTITIONS", "SCHEMA", "VERSION", "make", "prepare", "version_of"]

SCHEMA: Final = "duotone"
"""Where the tables are; a database has one log."""
LOCKS: Final = 0x64756F74
"""The first half of the keys of our advisory locks; the second is 0 for the schema, or the number of an owner."""
PARTITIONS: Final = 16
"""In so many parts the events are kept, all events of a session in the same one.

They are parted by session and not by time, since sessions are what is pruned: a run that has waited for a person for
months stays whole beside those of yesterday that are gone. Each part is vacuumed by itself, a session is looked for in
one of them, and since none has to be made later, whoever serves needs no right to create anything.
"""

_PARTS: Final = "\n".join(
    f"create table events_{part} partition of events for values with (modulus {PARTITIONS}, remainder {part});"
    for part in range(PARTITIONS)
)

# Names are compared as their characters are, whatever the language of the database.
_FIRST: Final = f"""
create table log (version integer not null, last bigint not null, turn bigint not null, at float8 not null)
    with (fillfactor = 10);
insert into log values (0, 0, 0, 0);
create table events (
    id bigint not null, session text collate "C" not null, seq bigint not null, kind text not null, at float8 not null,
    run text collate "C", data text not null, hash text not null, primary key (session, seq)
) partition by hash (session);
{_PARTS}
create index events_by_id on events (id);
create index events_without_run on events (session, seq) where run is null;
create index events_by_run on events (run, id) where run <> session;
create table heads (
    session text collate "C" primary key, seq bigint not null, at float8 not null, hash text not null,
    is_behind integer not null
) with (fillfactor = 70);
create table runs (
    run text collate "C" primary key, session text collate "C" not null, kind text not null, name text not null,
    status text not null, owner text not null, fence bigint not null, definition text not null, first bigint not null
) with (fillfactor = 70);
create function instr(text, text) returns integer language sql immutable parallel safe
    as 'select strpos($1, $2)';
create index runs_by_status on runs (status, first);
create index runs_by_first on runs (first);
create index runs_by_session on runs (session, first);
create index runs_by_kind on runs (kind, first);
create index runs_by_family on runs ({FAMILY}, first);
create table outbox (
    promise text collate "C" primary key, session text collate "C" not null, run text collate "C",
    status text not null, event bigint not null
) with (fillfactor = 70);
create index outbox_by_status on outbox (status, event);
create index outbox_by_session on outbox (session);
create table keys (key text collate "C" primary key, event bigint not null);
create table snapshots (
    session text collate "C" primary key, seq bigint not null, body text not null, digest text not null
);
create table anchors (
    session text collate "C" primary key, seq bigint not null, id bigint not null, at float8 not null,
    hash text not null, is_behind integer not null
);
create table owners (
    name text primary key, number integer generated always as identity, lease float8 not null,
    beat timestamptz not null, ended timestamptz
) with (fillfactor = 50);
"""  # noqa: S608  # nothing of it comes from elsewhere

MIGRATIONS: Final[Mapping[int, str]] = {1: _FIRST}
"""What leads to each version from the one before it."""
VERSION: Final = max(MIGRATIONS)

_THERE: Final = (
    "select to_regnamespace('duotone') is not null, to_regclass('duotone.log') is not null, "
    "(select count(*) from pg_class where relnamespace = to_regnamespace('duotone'))"
)


def prepare(connection: Connection, name: str) -> None:
    """Make what is missing; any number of processes may do so at once. Raises `LogTooNew` and `LogCorrupt`."""
    if version_of(connection, name) == VERSION:
        return
    connection.execute("begin")
    try:
        make(connection, name)
        connection.execute("commit")
    except BaseException:
        if not connection.closed:
            connection.execute("rollback")
        raise


def make(connection: Connection, name: str) -> None:
    """Make what is missing inside of a transaction; nobody else does so until it ends."""
    connection.execute("select pg_advisory_xact_lock(%s, 0)", (LOCKS,))
    version = version_of(connection, name)
    if version == VERSION:
        return
    if version is None:
        connection.execute(f"create schema {SCHEMA}")
    for number in range((version or 0) + 1, VERSION + 1):
        connection.execute(MIGRATIONS[number])
    connection.execute("update log set version = %s", (VERSION,))


def version_of(connection: Connection, name: str) -> int | None:
    """Return the version of the tables, 0 for a schema without any, None for no schema."""
    has_schema, has_log, tables = connection.execute(_THERE).fetchone()
    if not has_log:
        if tables:
            raise LogCorrupt(name, f"its schema {SCHEMA}", "it is a schema of something else than duotone")
        return 0 if has_schema else None
    [version] = connection.execute("select version from duotone.log").fetchone()
    if version > VERSION:
        raise LogTooNew(name, version, VERSION)
    found: int = version
    return found
