"""Outlines that were kept by an earlier run, for any process that asks for one."""

from __future__ import annotations

import os
import sqlite3

__all__ = ["Shelf", "stamp"]


class Shelf:
    """Reads outlines from the file of a store, when they are asked for; every process opens it for itself."""

    def __init__(self, path: str | None = None) -> None:
        self._path = path
        self._opened: tuple[int, sqlite3.Connection] | None = None

    def __getstate__(self) -> dict[str, object]:
        """Leave the connection behind."""
        return {"_path": self._path, "_opened": None}

    def outline(self, path: str) -> str | None:
        """The outline of a file of the project as it was kept."""
        return self._one("select outline from files where path = ?", path)

    def other(self, path: str, stamp: str) -> str | None:
        """The outline of a file that is not part of the project, if it still is the same file."""
        return self._one("select outline from outlines where path = ? and stamp = ?", path, stamp)

    def _one(self, query: str, *values: str) -> str | None:
        if self._path is None:
            return None
        try:
            row = self._connection(self._path).execute(query, values).fetchone()
        except sqlite3.DatabaseError:
            return None
        return None if row is None else row[0]

    def _connection(self, path: str) -> sqlite3.Connection:
        process = os.getpid()
        if self._opened is None or self._opened[0] != process:
            self._opened = process, _connected(path)
        return self._opened[1]

    def close(self) -> None:
        """Let go of the file."""
        if self._opened is not None and self._opened[0] == os.getpid():
            self._opened[1].close()
        self._opened = None


def _connected(path: str) -> sqlite3.Connection:
    # Deep code is read on threads of its own, one after the other.
    return sqlite3.connect(path, timeout=20, isolation_level=None, check_same_thread=False)


def stamp(path: str) -> str:
    """What tells whether a file is as it was without reading it; empty where there is none."""
    try:
        found = os.stat(path)  # noqa: PTH116  # ten thousand of them
    except OSError:
        return ""
    return f"{found.st_size} {found.st_mtime_ns} {found.st_ino}"
