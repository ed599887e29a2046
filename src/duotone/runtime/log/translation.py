"""Errors of SQLite, said as what they mean for a log."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Generator

from duotone.errors import DuotoneError, LogBusy, LogCorrupt, LogUnwritable

__all__ = ["is_busy", "translated"]

_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_UNWRITABLE = {
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
}
_CORRUPT = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
# Damage for which SQLite has no code of its own.
_CORRUPT_WORDS = ("decode to UTF-8", "unsupported file format")


@contextlib.contextmanager
def translated(path: str, seconds: float) -> Generator[None]:
    """Raise `LogBusy`, `LogUnwritable` or `LogCorrupt` for what SQLite raises in the block."""
    try:
        yield
    except sqlite3.Error as error:
        meaning = _meaning(error, path, seconds)
        if meaning is None:
            raise
        raise meaning from error
    except UnicodeDecodeError as error:  # a name in the file, which SQLite wanted to tell
        raise LogCorrupt(path, "a page", str(error)) from error


def is_busy(error: sqlite3.Error) -> bool:
    """Say whether somebody else holds the file at the moment."""
    return _code(error) in _BUSY


def _meaning(error: sqlite3.Error, path: str, seconds: float) -> DuotoneError | None:
    code = _code(error)
    if code in _BUSY:
        return LogBusy(path, seconds)
    if code in _UNWRITABLE:
        return LogUnwritable(path, str(error))
    if code in _CORRUPT or any(words in str(error) for words in _CORRUPT_WORDS):
        return LogCorrupt(path, "a page", str(error))
    return None


def _code(error: sqlite3.Error) -> int:
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF  # what is above says more exactly where it went wrong
