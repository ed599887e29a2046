"""What is used of psycopg, which is imported when a log is first opened: `duotone[postgres]` brings it."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from functools import cache
from typing import Any, Final, Protocol

from duotone.errors import MissingExtra
from duotone.runtime.log.tables import Answer

__all__ = ["Connection", "Cursor", "Notify", "Psycopg", "psycopg"]

_NEEDED: Final = "a log on PostgreSQL"


class Notify(Protocol):
    """What somebody has said to all who listen."""

    @property
    def payload(self) -> str:
        """What was said."""
        ...


class Cursor(Protocol):
    """A cursor with a name, whose rows come as they are asked for."""

    def execute(self, query: str, params: Sequence[Any] | None = None) -> Answer:
        """Run a statement with its values in the place of `%s`."""
        ...

    def close(self) -> None:
        """Let go of what is left of its rows."""


class Connection(Protocol):
    """A connection of psycopg's that commits each statement by itself, unless there was a `begin`."""

    @property
    def closed(self) -> bool:
        """Whether it has been closed, by whomever."""
        ...

    def execute(self, query: str, params: Sequence[Any] | None = None, *, prepare: bool | None = None) -> Answer:
        """Run a statement with its values in the place of `%s`."""
        ...

    def cursor(self, name: str) -> Cursor:
        """Return a cursor that lives at the server until the transaction ends."""
        ...

    def pipeline(self) -> AbstractContextManager[object]:
        """Send all statements of a block at once, and wait once for their answers."""
        ...

    def notifies(self, *, timeout: float | None = None, stop_after: int | None = None) -> Iterator[Notify]:
        """Go through what others say, for so long or until there was so much."""
        ...

    def fileno(self) -> int:
        """Return the descriptor of its socket."""
        ...

    def close(self) -> None:
        """Close it; closing twice does nothing."""


class Psycopg(Protocol):
    """The package."""

    Error: type[Exception]
    OperationalError: type[Exception]
    InterfaceError: type[Exception]

    def connect(self, conninfo: str, *, autocommit: bool, **options: Any) -> Connection:
        """Open a connection."""
        ...


@cache
def psycopg() -> Psycopg:
    """Return the package; raises `MissingExtra` where it isn't installed."""
    try:
        package: Any = importlib.import_module("psycopg")
    except ImportError as error:
        raise MissingExtra(_NEEDED, "postgres") from error
    found: Psycopg = package
    return found
