"""The tables of a log in PostgreSQL, asked in the SQL that all our databases share."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from duotone.runtime.log.postgres.driver import Connection
from duotone.runtime.log.tables import Answer
from duotone.runtime.log.views import LogView

__all__ = ["Asking", "PostgresView", "translated_query"]


class Asking:
    """A connection that takes question marks for values."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def execute(self, query: str, values: Sequence[Any] = (), /) -> Answer:
        """Ask, and return the answer."""
        return self._connection.execute(translated_query(query), values)


@lru_cache(256)
def translated_query(query: str) -> str:
    """Return a question as PostgreSQL's driver takes it."""
    return query.replace("%", "%%").replace("?", "%s")


class PostgresView(LogView):
    """Events and rows in their order, from PostgreSQL."""

    def last(self) -> int:
        """Return the id of the last event."""
        last: int = self._connection.execute("select last from log").fetchone()[0]
        return last
