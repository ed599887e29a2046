"""Which files SQLite has open in this process, so that a look at their bytes takes no lock away from it.

POSIX drops all locks of a process on a file when it closes any descriptor of it, and SQLite knows of its own ones
alone. Others would take such a log for left, and remove what is written ahead under those who go on writing. So as
long as a connection is open, a descriptor that was opened beside it stays open too.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import IO, Any, Final

from duotone.runtime.log.forking import forget_in_children

__all__ = ["PRESENCE", "Presence"]


class Presence:
    """Counts the open connections of a process to each file."""

    def __init__(self) -> None:
        self.forget()
        forget_in_children(self)

    def forget(self) -> None:
        """Know of no connection, as at the start and in a forked child."""
        self._mutex = threading.Lock()
        self._open: Counter[str] = Counter()
        self._kept: dict[str, dict[Path, IO[bytes]]] = {}

    def connect(self, path: str | Path, address: str | None = None, **options: Any) -> sqlite3.Connection:
        """Connect to the log of that path, by its address if there is one, and count that until it is closed."""
        place = os.path.realpath(path)
        with self._mutex:
            self._open[place] += 1
        try:
            connection = sqlite3.connect(address or path, isolation_level=None, factory=_Counted, **options)
        except BaseException:
            self.leave(place)
            raise
        connection.left = partial(self.leave, place)
        return connection

    def leave(self, place: str) -> None:
        """Count one less, and let go of what was kept for it if it was the last."""
        with self._mutex:
            self._open[place] -= 1
            if self._open[place] <= 0:
                del self._open[place]
                for file in self._kept.pop(place, {}).values():
                    file.close()

    def first_bytes(self, file: Path, count: int, *, log: Path) -> bytes:
        """Return how a file of a log begins; raises `OSError` where it can't be read."""
        place = os.path.realpath(log)
        with self._mutex:
            if place not in self._open:
                with file.open("rb") as opened:
                    return opened.read(count)
            kept = self._kept.setdefault(place, {})
            if file not in kept:
                kept[file] = file.open("rb", buffering=0)
            kept[file].seek(0)
            return kept[file].read(count)


class _Counted(sqlite3.Connection):
    left: Callable[[], None] | None = None

    def close(self) -> None:
        super().close()
        left, self.left = self.left, None
        if left is not None:
            left()


PRESENCE: Final = Presence()
