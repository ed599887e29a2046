"""What a log in PostgreSQL can be relied on for: versions, rights, durability, clocks, and whether notices arrive."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Generator, Iterator
from typing import Any, Final, TypeAlias
from uuid import uuid4

from duotone.errors import DuotoneError
from duotone.runtime.log.addresses import Address
from duotone.runtime.log.postgres.driver import Connection, psycopg
from duotone.runtime.log.postgres.owners import GRACE, LEASE
from duotone.runtime.log.postgres.schema import SCHEMA, VERSION, version_of
from duotone.runtime.log.postgres.translation import translated

__all__ = ["database_facts", "version_at"]

_Said: TypeAlias = tuple[str, ...]
"""What was looked at, how it stands, what was found, and what to do instead if there is something."""

_SECONDS: Final = 10
_APART: Final = 1.0
"""Seconds by which two clocks may differ before somebody should know."""
_HEARD: Final = 3.0
"""Seconds within which a notice has to arrive."""
_SERVER: Final = (
    "select current_setting('server_version'), current_setting('server_encoding'), current_setting('fsync'), "
    "current_setting('full_page_writes'), pg_is_in_recovery(), "
    "has_database_privilege(current_database(), 'create'), to_regnamespace('duotone') is not null"
)
_RIGHTS: Final = (
    "select relname from pg_class where relnamespace = to_regnamespace('duotone') and relkind in ('r', 'p') "
    "and not (has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert') "
    "and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete')) order by relname"
)


def database_facts(address: Address) -> list[_Said]:
    """Look at a database, and tell what can be relied on there; nothing is made or changed."""
    try:
        with _connected(address) as connection:
            return [*_known(connection, address), _heard(connection, address), *_shared()]
    except DuotoneError as error:
        return [("log", "broken", str(error))]


def version_at(address: Address) -> str:
    """Return which version of PostgreSQL answers there; raises `LogUnreachable` if none does."""
    with _connected(address) as connection:
        version, *_ = _texts(connection.execute(_SERVER).fetchone())
    return str(version)


@contextlib.contextmanager
def _connected(address: Address) -> Generator[Connection]:
    with translated(address, 0.0):
        connection = psycopg().connect(
            address.secret, autocommit=True, connect_timeout=_SECONDS, fallback_application_name="duotone check"
        )
        with contextlib.closing(connection):
            yield connection


def _known(connection: Connection, address: Address) -> Iterator[_Said]:
    server, encoding, *kept, is_standby, may_create, has_schema = _texts(connection.execute(_SERVER).fetchone())
    version = version_of(connection, str(address))
    schema = f"schema version {version} of {VERSION}" if version else "whose tables the first process makes"
    if encoding == "UTF8":
        yield "log", "ok", f"PostgreSQL {server}, {schema}"
    else:
        remedy = "make a database with createdb -E UTF8 -T template0"
        yield "log", "broken", f"PostgreSQL {server} with the encoding {encoding}", remedy
    yield _rights(connection, is_standby=is_standby, may_create=may_create, has_schema=has_schema, version=version)
    if kept == ["on", "on"]:
        yield "durability", "ok", "what is acknowledged survives the loss of power at the server"
    else:
        found = f"fsync is {kept[0]} and full_page_writes {kept[1]}: the loss of power may damage the whole database"
        yield "durability", "broken", found, "switch both on in postgresql.conf"
    yield _clock(connection)


def _texts(row: Any) -> list[Any]:
    return [value.decode() if isinstance(value, bytes) else value for value in row]


def _rights(
    connection: Connection, *, is_standby: bool, may_create: bool, has_schema: bool, version: int | None
) -> _Said:
    if is_standby:
        return "rights", "broken", "it is a standby, which can only be read", "name the primary in the address"
    if not version:
        if may_create or has_schema:
            return "rights", "ok", "this user may make the tables"
        remedy = "create schema duotone authorization USER, or grant create on the database"
        return "rights", "broken", "this user may not make the tables", remedy
    missing = [name for [name] in connection.execute(_RIGHTS).fetchall()]
    if not missing:
        return "rights", "ok", "this user may read and write all tables"
    found = f"this user may not read and write {', '.join(missing[:3])}{' and others' * (len(missing) > 3)}"  # noqa: PLR2004
    return "rights", "broken", found, f"grant all on all tables in schema {SCHEMA} to USER"


def _clock(connection: Connection) -> _Said:
    """Compare the clock of this machine with that of the server, in the middle of the question."""
    before = time.time()
    [there] = connection.execute("select extract(epoch from clock_timestamp())::float8").fetchone()
    apart = (before + time.time()) / 2 - there
    if abs(apart) <= _APART:
        return "clock", "ok", f"{abs(apart):.3f} s from that of the server, which is that of all events"
    which = "ahead of" if apart > 0 else "behind"
    found = (
        f"this machine is {abs(apart):.1f} s {which} the server: events have the time of the server, and so have "
        f"deadlines and limits; how long a promise is kept is reckoned from this machine's clock"
    )
    return "clock", "limited", found, "let both take their time from the same source, as NTP"


def _heard(listener: Connection, address: Address) -> _Said:
    """Say something to ourselves over the server."""
    channel = f"duotone_check_{uuid4().hex[:12]}"
    listener.execute(f"listen {channel}")
    with _connected(address) as speaker:
        began = time.monotonic()
        speaker.execute("select pg_notify(%s, '')", (channel,))
        for _ in listener.notifies(timeout=_HEARD, stop_after=1):
            return "news", "ok", f"notices arrive, this one after {(time.monotonic() - began) * 1000:.0f} ms"
    found = "no notice arrives, so others are heard of once a second, and owners can't hold their locks"
    return "news", "broken", found, "connect directly, or over a pooler in session mode"


def _shared() -> Iterator[_Said]:
    found = f"any number; a dead worker is found after {GRACE:g} s, a frozen one after {LEASE:g} s"
    yield "several machines", "ok", found
    found = "background processes end with their host: nothing on another machine could find them again"
    yield "commands", "limited", found, "run what has to outlive a host as a step of a workflow"
