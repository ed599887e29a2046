"""Files as they are opened: only what is a file, without waiting for it, and replaced as a whole or not at all."""

from __future__ import annotations

import os
import secrets
import stat
from contextlib import suppress

from duotone.errors import Unfit
from duotone.runtime.tools.files.walking import Place

__all__ = ["MOST", "Seen", "is_directory", "look", "open_file", "read_whole", "replace_file"]

MOST = 10_000_000
"""Bytes of a file that is edited or written."""

Seen = tuple[int, int, int, int]
"""What a file was when it was looked at; another one has other numbers."""

_KINDS = {
    stat.S_IFDIR: "a directory",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}

# Without waiting, so that a pipe that nobody writes to is seen for what it is.
_READ = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
_MAKE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)


def open_file(place: Place, path: str) -> int:
    """Open a file to read; raises `Unfit` for what is something else, without touching that, and `OSError`."""
    _check_kind(os.stat(place.name, dir_fd=place.directory, follow_symlinks=False), path)
    descriptor = os.open(place.name, _READ | getattr(os, "O_CLOEXEC", 0), dir_fd=place.directory)
    try:
        _check_kind(os.fstat(descriptor), path)
    except Unfit:
        os.close(descriptor)
        raise
    return descriptor


def _check_kind(found: os.stat_result, path: str) -> None:
    if not stat.S_ISREG(found.st_mode):
        kind = _KINDS.get(stat.S_IFMT(found.st_mode), "no plain file")
        raise Unfit(path, f"is {kind}", "give the path of a file")


def is_directory(place: Place) -> bool:
    """Tell whether a directory is at a place; raises `OSError` if nothing is."""
    return stat.S_ISDIR(os.stat(place.name, dir_fd=place.directory, follow_symlinks=False).st_mode)


def look(place: Place) -> Seen | None:
    """Return what is at a place, None if that is nothing."""
    try:
        found = os.stat(place.name, dir_fd=place.directory, follow_symlinks=False)
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


def read_whole(place: Place, path: str) -> bytes:
    """Return all bytes of a file; raises `Unfit` for one that is too large to be edited."""
    with os.fdopen(open_file(place, path), "rb") as file:
        data = file.read(MOST + 1)
    if len(data) > MOST:
        raise Unfit(path, f"has over {MOST:,} bytes", "edit it with a program instead")
    return data


def replace_file(place: Place, path: str, data: bytes) -> None:
    """Put a file with these bytes in its place: whoever reads sees the old one or this one; raises `Unfit`."""
    mode = _mode_of(place, path)
    name = f".{secrets.token_hex(8)}.duotone"
    descriptor = os.open(name, _MAKE, 0o666 if mode is None else 0o600, dir_fd=place.directory)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(descriptor)
            if mode is not None:
                os.fchmod(descriptor, mode)
        os.replace(name, place.name, src_dir_fd=place.directory, dst_dir_fd=place.directory)
    except BaseException:
        with suppress(OSError):
            os.unlink(name, dir_fd=place.directory)
        raise


def _mode_of(place: Place, path: str) -> int | None:
    """Return who may do what with the file at a place, None if there is none; raises `Unfit` for what is no file."""
    try:
        found = os.stat(place.name, dir_fd=place.directory, follow_symlinks=False)
    except FileNotFoundError:
        return None
    _check_kind(found, path)
    return stat.S_IMODE(found.st_mode) & 0o777
