"""What units do to the world, as lines of a file: the witness that no log can talk over."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

from tests.runtime.crash.faults import Fuse

__all__ = ["Effects", "counted"]


class Effects:
    """Effects of the units of one process; a line that is written is there, however the process ends."""

    def __init__(self, folder: Path, fuse: Fuse) -> None:
        self._path = folder / "effects"
        self._fuse = fuse

    def happen(self, what: str) -> None:
        """Have an effect once, with a point before it, one after it, and one for a unit that has not returned yet."""
        self._fuse.reach(f"before {what}")
        file = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        try:
            os.write(file, f"{what}\n".encode())
        finally:
            os.close(file)
        self._fuse.reach(f"after {what}")


def counted(folder: Path) -> Counter[str]:
    """Return how often each effect has happened."""
    path = folder / "effects"
    return Counter(path.read_text().split("\n")[:-1]) if path.exists() else Counter()
