"""Outlines that an earlier run has kept, or another process of this one has read, for any process that asks for one."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import sqlite3

from duotone.analyzer.seals import Damaged, unsealed

__all__ = ["Exchange", "Shelf", "stamp"]


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

    def _one(self, query: str, path: str, *values: str) -> str | None:
        if self._path is None:
            return None
        try:
            row = self._connection(self._path).execute(query, (path, *values)).fetchone()
            return None if row is None else unsealed(row[0], path).decode()
        except (sqlite3.DatabaseError, Damaged, UnicodeEncodeError):  # as in the store
            return None

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


class Exchange:
    """Outlines of others that one process of a run has read, laid out in a directory for the rest of them."""

    def __init__(self, directory: str | None = None) -> None:
        self.directory = directory

    def find(self, path: str) -> str | None:
        """The outline of a file, if another process has read it."""
        if self.directory is None:
            return None
        try:
            with open(self._place(path), encoding="utf-8") as file:  # noqa: PTH123  # as below
                return file.read()
        except OSError:
            return None

    def offer(self, path: str, text: str) -> None:
        """Lay out the outline of a file; whoever looks for it finds all of it or nothing."""
        if self.directory is None:
            return
        place = self._place(path)
        with contextlib.suppress(OSError):
            with open(f"{place}.{os.getpid()}", "w", encoding="utf-8") as file:  # noqa: PTH123  # as below
                file.write(text)
            os.replace(file.name, place)  # noqa: PTH105  # as below

    def close(self) -> None:
        """Take everything away again."""
        if self.directory is not None:
            shutil.rmtree(self.directory, ignore_errors=True)

    def _place(self, path: str) -> str:
        name = hashlib.blake2b(path.encode(errors="surrogateescape"), digest_size=12).hexdigest()
        return f"{self.directory}/{name}"


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
