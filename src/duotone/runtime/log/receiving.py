"""A log file that is made from another log: under a name that nobody takes for one until it is whole."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import tempfile
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import Any, Final, Protocol

from duotone.errors import LogNotEmpty, LogUnwritable
from duotone.runtime.log.chain import Damage
from duotone.runtime.log.schema import prepare
from duotone.runtime.log.tables import Answer
from duotone.runtime.log.translation import translated
from duotone.runtime.log.verify import Progress, verify

__all__ = ["COPIED", "FileReceiver", "Receiver", "receiving_file", "refuse_file"]

COPIED: Final = {
    "events": ("id", "session", "seq", "kind", "at", "run", "data", "hash"),
    "heads": ("session", "seq", "at", "hash", "is_behind"),
    "runs": ("run", "session", "kind", "name", "status", "owner", "fence", "definition", "first"),
    "outbox": ("promise", "session", "run", "status", "event"),
    "keys": ("key", "event"),
    "snapshots": ("session", "seq", "body", "digest"),
    "anchors": ("session", "seq", "id", "at", "hash", "is_behind"),
}
"""The tables that every log has, with their columns; rows are told apart by the first."""

_SECONDS: Final = 5.0


class Receiver(Protocol):
    """A place that a log is brought to; nobody sees anything of it before all of it is there."""

    def put(self, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
        """Write rows of one of the tables that are copied; raises `LogUnmovable` for what it can't hold."""

    def finish(self, last: int, at: float) -> None:
        """Take note that all rows were put: the last event has this id, and no event is later than `at`."""

    def damage(self, progress: Progress | None) -> list[Damage]:
        """Return what is wrong with what was put."""
        ...

    def execute(self, query: str, values: Sequence[Any] = (), /) -> Answer:
        """Ask for what was put."""
        ...


class FileReceiver:
    """The tables of a new log file."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self._path = path
        self._connection = connection
        self.execute = connection.execute

    def put(self, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
        """Write rows."""
        columns = COPIED[table]
        names, marks = ", ".join(columns), ", ".join("?" * len(columns))
        self._connection.executemany(f"insert into {table} ({names}) values ({marks})", rows)  # noqa: S608  # ours

    def finish(self, last: int, at: float) -> None:  # noqa: ARG002  # a file finds both by itself
        """Write all of it down."""
        self._connection.execute("commit")

    def damage(self, progress: Progress | None) -> list[Damage]:
        """Look at every byte of the new file."""
        return verify(self._path, progress)


def refuse_file(path: Path) -> None:
    """Raise `LogNotEmpty` if something is in the place of a log, `LogUnwritable` if none can be made there."""
    if path.exists() or path.is_symlink():
        raise LogNotEmpty(str(path), "there is a file of that name")
    if not os.access(path.absolute().parent, os.W_OK):
        raise LogUnwritable(str(path), "its directory is not there, or can't be written")


@contextlib.contextmanager
def receiving_file(path: Path) -> Generator[Receiver]:
    """Make a log file in the block; it has its name once the block has ended well, and is gone otherwise."""
    refuse_file(path)
    with tempfile.TemporaryDirectory(prefix=f".{path.name}.", suffix=".part", dir=path.absolute().parent) as directory:
        part = Path(directory, path.name)
        with translated(str(path), _SECONDS):
            with contextlib.closing(sqlite3.connect(part, isolation_level=None)) as connection:
                prepare(connection, str(path), _SECONDS)
                connection.execute("begin immediate")
                yield FileReceiver(part, connection)
            _give_name(part, path)


def _give_name(part: Path, path: Path) -> None:
    """Move a file to its place, where nobody may have put another one meanwhile."""
    try:
        path.hardlink_to(part)
    except FileExistsError as error:
        raise LogNotEmpty(str(path), "there is a file of that name") from error
    except OSError as error:
        raise LogUnwritable(str(path), error.strerror or str(error)) from error
