"""Points at which a process can be made to die, put around the commits of a store and inside of units."""

from __future__ import annotations

import json
import os
import signal
import threading
from collections.abc import Sequence
from pathlib import Path

from duotone.runtime.events import Append
from duotone.runtime.log import Durability, Settled, SqliteStore

__all__ = ["FaultyStore", "Fuse"]


class Fuse:
    """Counts the points that a process passes, and ends it by SIGKILL at the one that it was made for."""

    def __init__(self, fatal: int | None) -> None:
        self.fatal = fatal
        self.passed: list[str] = []
        self._mutex = threading.Lock()

    def reach(self, point: str) -> None:
        """Pass a point, or die there."""
        with self._mutex:
            self.passed.append(point)
            is_fatal = len(self.passed) == self.fatal
        if is_fatal:
            os.kill(os.getpid(), signal.SIGKILL)


class FaultyStore(SqliteStore):
    """A store on a file that notes what it has acknowledged, with a point before and after each commit."""

    def __init__(self, folder: Path, fuse: Fuse, durability: Durability) -> None:
        super().__init__(folder / "log.db", durability=durability)
        self._fuse = fuse
        self._acknowledged = folder / "acknowledged"

    def commit(self, appends: Sequence[Append], settled: list[Settled]) -> None:
        """Write all appends; what has returned from here must never be lost."""
        self._fuse.reach("before a commit")
        super().commit(appends, settled)
        events = [event for outcome in settled if not isinstance(outcome, Exception) for event in outcome]
        # One write to a file that is opened for appending: it is there, whatever becomes of the process.
        with self._acknowledged.open("a") as file:
            file.write("".join(f"{json.dumps([event.id, event.hash])}\n" for event in events))
        self._fuse.reach("after a commit")
