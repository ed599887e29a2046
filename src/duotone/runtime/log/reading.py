"""A log file that is only looked at: nothing is made, changed or locked for longer than a read takes."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Generator
from contextlib import AbstractContextManager
from pathlib import Path
from urllib.parse import quote

from duotone.errors import LogCorrupt, NoSuchPath
from duotone.runtime.log.addresses import Address
from duotone.runtime.log.presence import PRESENCE
from duotone.runtime.log.schema import check_format
from duotone.runtime.log.tables import Askable
from duotone.runtime.log.translation import translated
from duotone.runtime.log.views import LogView

__all__ = ["Text", "asked", "is_database", "looked_at", "read_only"]

_MAGIC = b"SQLite format 3\0"
_BUSY = 5.0


def is_database(path: Path) -> bool:
    """Say whether a file begins as a database does; raises `NoSuchPath` where there is no file to look into."""
    try:
        return PRESENCE.first_bytes(path, len(_MAGIC), log=path) == _MAGIC
    except OSError as error:
        message = f"{str(path)!r} can't be read ({error.strerror}); name the file of a log, or an export of one"
        raise NoSuchPath(message) from error


class Text(bytes):
    """What a file says is text, and may be none; values that the file says are bytes are plain ones."""

    __slots__ = ()


@contextlib.contextmanager
def read_only(path: Path) -> Generator[sqlite3.Connection]:
    """Open a log to look at one state of it, whatever others append meanwhile; texts come as `Text`.

    Raises `NoSuchPath`, `LogTooNew`, and `LogCorrupt` where the file is no log.
    """
    if not is_database(path):
        raise LogCorrupt(str(path), "its first bytes", "it is no SQLite database")
    with translated(str(path), _BUSY), contextlib.closing(_connected(path)) as connection:
        connection.text_factory = Text
        connection.execute("begin")
        if not check_format(connection, str(path)):
            raise LogCorrupt(str(path), "its header", "it has no tables")
        yield connection


def asked(place: Path | Address) -> AbstractContextManager[Askable]:
    """Open a log to ask one state of it, wherever it is; raises what `read_only` raises."""
    if isinstance(place, Path):
        return read_only(place)
    from duotone.runtime.log.postgres.looking import read_only as reading  # noqa: PLC0415  # many have none

    return reading(place)


@contextlib.contextmanager
def looked_at(place: Path | Address) -> Generator[LogView]:
    """Open a log to read events and rows of one state of it; raises what `read_only` raises."""
    if isinstance(place, Address):
        from duotone.runtime.log.postgres.looking import looked_at as looked  # noqa: PLC0415  # many have none

        with looked(place) as view:
            yield view
        return
    with read_only(place) as connection:
        connection.text_factory = str
        yield LogView(connection)


def _connected(path: Path) -> sqlite3.Connection:
    address = f"file:{quote(str(path.absolute()))}?mode=ro"
    connection = PRESENCE.connect(path, address, uri=True, timeout=_BUSY)
    try:
        connection.execute("select 1 from sqlite_master").fetchone()
    except sqlite3.OperationalError as error:
        connection.close()
        # In a directory that can't be written, a log that nobody has open is read as the one file that it is.
        if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_CANTOPEN or Path(f"{path}-wal").exists():
            raise
        return PRESENCE.connect(path, f"{address}&immutable=1", uri=True)
    except BaseException:
        connection.close()
        raise
    return connection
