"""What writing does to a file system, step by step: each of these is done or isn't, and a test can stop before any."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from pathlib import Path

__all__ = ["DISK", "Disk"]


class Disk:
    """The steps; `step` is told of each before it is taken."""

    def step(self, what: str, path: Path) -> None:
        """Be told what comes next."""

    def create(self, path: Path, data: bytes, mode: int | None = None) -> None:
        """Write a file that isn't there yet, so that it is on the disk and not on its way there."""
        self.step("create", path)
        number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
        try:
            self._fill(number, data, path)
            self.step("sync", path)
            os.fsync(number)
        finally:
            os.close(number)
        if mode is not None:
            self.step("mode", path)
            path.chmod(mode)

    def _fill(self, number: int, data: bytes, path: Path) -> None:
        rest = memoryview(data)
        while rest:
            self.step("write", path)
            rest = rest[os.write(number, rest) :]

    def replace(self, source: Path, target: Path) -> None:
        """Put a file in the place of another, at once."""
        self.step("replace", target)
        source.replace(target)

    def remove(self, path: Path) -> None:
        """Remove a file; that it is gone already is as good."""
        self.step("remove", path)
        path.unlink(missing_ok=True)

    def make_directory(self, path: Path) -> None:
        """Make a directory; that it is there already is as good."""
        self.step("make directory", path)
        path.mkdir(exist_ok=True)

    def remove_directory(self, path: Path) -> None:
        """Remove a directory, unless somebody keeps something in it."""
        self.step("remove directory", path)
        with contextlib.suppress(OSError):
            path.rmdir()

    def remove_tree(self, path: Path) -> None:
        """Remove a directory of our own with what is in it, as far as that goes."""
        self.step("remove tree", path)
        shutil.rmtree(path, ignore_errors=True)

    def settle(self, directory: Path) -> None:
        """Wait until the names in a directory are on the disk, where a system has a way to ask for it."""
        if sys.platform == "win32":
            return
        self.step("settle", directory)
        number = os.open(directory, os.O_RDONLY)
        try:
            with contextlib.suppress(OSError):  # some file systems have no such thing
                os.fsync(number)
        finally:
            os.close(number)


DISK = Disk()
