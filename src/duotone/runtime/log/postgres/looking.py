"""A log in PostgreSQL that is only looked at: one state of it, and nothing is made or changed."""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Sequence
from typing import Any, Final

from duotone.errors import LogCorrupt
from duotone.runtime.log.addresses import Address
from duotone.runtime.log.postgres.asking import Asking, PostgresView, translated_query
from duotone.runtime.log.postgres.driver import Connection, Cursor, psycopg
from duotone.runtime.log.postgres.owners import living
from duotone.runtime.log.postgres.schema import SCHEMA, version_of
from duotone.runtime.log.postgres.translation import translated
from duotone.runtime.log.tables import Answer, Askable

__all__ = ["Streaming", "looked_at", "owners_of", "read_only"]

_SECONDS: Final = 10


class Streaming:
    """A connection that gives long answers piece by piece."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._cursors: list[Cursor] = []

    def execute(self, query: str, values: Sequence[Any] = (), /) -> Answer:
        """Ask, and return the answer."""
        self._cursors.append(self._connection.cursor(f"duotone_{len(self._cursors)}"))
        return self._cursors[-1].execute(translated_query(query), values)

    def close(self) -> None:
        """Let go of all answers."""
        for cursor in self._cursors:
            cursor.close()


@contextlib.contextmanager
def read_only(address: Address) -> Generator[Askable]:
    """Open a log to look at one state of it, whatever others append meanwhile; raises `LogCorrupt` if it is none."""
    with _state_of(address) as connection, contextlib.closing(Streaming(connection)) as streaming:
        yield streaming


@contextlib.contextmanager
def looked_at(address: Address) -> Generator[PostgresView]:
    """Open a log to read events and rows of one state of it; raises what `read_only` raises."""
    with _state_of(address) as connection:
        yield PostgresView(Asking(connection))


def owners_of(address: Address) -> list[str]:
    """Return who drives runs of a log at this moment."""
    with _state_of(address) as connection:
        return living(connection)


@contextlib.contextmanager
def _state_of(address: Address) -> Generator[Connection]:
    with translated(address, 0.0):
        connection = psycopg().connect(address.secret, autocommit=True, connect_timeout=_SECONDS)
        with contextlib.closing(connection):
            connection.execute("select set_config('search_path', %s, false)", (SCHEMA,))
            connection.execute("begin isolation level repeatable read, read only")
            if not version_of(connection, str(address)):
                raise LogCorrupt(str(address), f"its schema {SCHEMA}", "it has no tables")
            yield connection
