"""The way to a file inside a root, taken one directory at a time, so that nobody can move the root's walls meanwhile.

1. Every part of a path is opened relative to the directory before it, and never followed by the system: what is checked
   is what is used, however quickly others swap links.
2. A link is read and walked like any other path, from where it lies; `..` goes back the way that was come. Neither
   leads above the root, and an absolute target is outside.
"""

from __future__ import annotations

import errno
import os
from collections import deque
from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import NamedTuple

from duotone.errors import OutsideRoot

__all__ = ["Place", "can_walk", "open_directory", "walk"]

_MOST_LINKS = 40
"""Links on one way; the kernel allows as many."""

_LONGEST = 4_096
"""Bytes of a path."""

_DEEPEST = 100
"""Parts of a path, each of which is open while it is walked."""


class Place(NamedTuple):
    """The directory that a file is in, open for as long as the walk lasts, and the name of the file there."""

    directory: int
    name: str
    """`.` for the root itself."""


def can_walk() -> bool:
    """Tell whether this system opens files relative to directories."""
    return os.open in os.supports_dir_fd and hasattr(os, "O_NOFOLLOW")


def open_directory(name: str, directory: int | None = None) -> int:
    """Open a directory, and nothing else; raises `OSError` for a link."""
    return os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=directory)


@contextmanager
def walk(root: str, path: str, *, make: bool = False) -> Generator[Place]:
    """Give the place of a path inside of `root`, where the last part may not be there yet; `make` makes directories.

    Raises `OutsideRoot` for a path that leads elsewhere, and `OSError` where the way ends.
    """
    way = _Way(root, path, make=make)
    try:
        yield way.walked()
    finally:
        way.close()


class _Way:
    """The directories that were opened so far, the root first."""

    def __init__(self, root: str, path: str, *, make: bool) -> None:
        self._root = root
        self._path = path
        self._make = make
        self._links = 0
        self._parts = deque(self._inside(path))
        self._open = [open_directory(root)]

    def close(self) -> None:
        while self._open:
            os.close(self._open.pop())

    def walked(self) -> Place:
        name = "."
        while self._parts:
            part = self._parts.popleft()
            name = "." if part == ".." else part
            if part == "..":
                self._back()
            elif (target := self._link(part)) is not None:
                self._follow(target)
                name = "."
            elif self._parts:
                self._enter(part)
        return Place(self._open[-1], name)

    def _inside(self, path: str) -> list[str]:
        """Return the parts of a path; one that is absolute must begin with the root."""
        if not _is_path(path):
            raise OutsideRoot(self._path[:100], self._root, "is no path")
        if path.startswith("/"):
            within = self._root.rstrip("/") + "/"
            if not f"{path}/".startswith(within):
                raise OutsideRoot(self._path, self._root, "is outside of it")
            path = path[len(within) :]
        parts = [part for part in path.split("/") if part not in {"", "."}]
        if len(parts) > _DEEPEST:
            raise OutsideRoot(self._path[:100], self._root, f"has over {_DEEPEST} parts")
        return parts

    def _back(self) -> None:
        if len(self._open) == 1:
            raise OutsideRoot(self._path, self._root, "leads out of it")
        os.close(self._open.pop())

    def _link(self, part: str) -> str | None:
        """Return where a link leads, None for everything else."""
        try:
            return os.readlink(part, dir_fd=self._open[-1])
        except OSError as error:
            if error.errno in {errno.EINVAL, errno.ENOENT}:  # no link, or nothing at all
                return None
            raise

    def _follow(self, target: str) -> None:
        self._links += 1
        if self._links > _MOST_LINKS:
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), self._path)
        if target.startswith("/"):
            raise OutsideRoot(self._path, self._root, "goes through a link with an absolute target")
        self._parts.extendleft(reversed(self._inside(target)))

    def _enter(self, part: str) -> None:
        if self._make:
            with suppress(FileExistsError):
                os.mkdir(part, dir_fd=self._open[-1])
        self._open.append(open_directory(part, self._open[-1]))


def _is_path(path: str) -> bool:
    """Tell whether the system could have a file of this name."""
    try:
        return bool(path) and "\0" not in path and len(os.fsencode(path)) <= _LONGEST
    except UnicodeEncodeError:
        return False
