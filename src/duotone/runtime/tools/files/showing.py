"""What an agent is shown of files and directories: some lines, some names, and where the rest begins."""

from __future__ import annotations

import codecs
import errno
import os
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from heapq import nsmallest
from io import BufferedReader
from itertools import islice

from duotone.errors import DuotoneError, Unfit
from duotone.runtime.tools.files.reading import MOST
from duotone.runtime.tools.files.texts import read_text
from duotone.runtime.tools.files.walking import Place, open_directory

__all__ = ["PAGE", "listed", "page", "told"]

PAGE = 2_000
"""Lines that are read at once."""

_ROOM = 200_000
"""Bytes that are read at once."""

_LONGEST = 20_000
"""Bytes of a line; what is longer is shown as several."""

_NAMES = 500
"""Names of a directory that are listed."""


def page(file: BufferedReader, path: str, offset: int, limit: int) -> str:
    """Return some lines of a text file, whose size doesn't matter; raises `Unfit` for lines that it doesn't have."""
    skipped, shown, size = 0, list[bytes](), 0
    lines = _lines(file)
    for _ in islice(lines, offset - 1):
        skipped += 1
    for line in islice(lines, limit):
        shown.append(line)
        size += len(line)
        if size >= _ROOM:
            break
    if not shown and offset > 1:
        raise Unfit(path, f"has {skipped} lines, and none at {offset}", "begin with one that it has")
    text = read_text(b"".join(shown))
    more = f"\n[… go on at offset={offset + len(shown)} …]" if next(lines, None) is not None else ""
    note = "" if text.is_exact else "\n[… not everything here is UTF-8: � stands for what can't be read …]"
    return f"{text.text}{more}{note}" if shown else "(the file is empty)"


def _lines(file: BufferedReader) -> Iterator[bytes]:
    """Give the lines of a file in UTF-8, one by one; a file with another mark is read as a whole."""
    if file.peek(2)[:2] in {codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE}:
        text = read_text(file.read(MOST)).text
        return (line.encode("utf-8", "replace") for line in text.splitlines(keepends=True))
    return iter(lambda: file.readline(_LONGEST), b"")


def listed(place: Place) -> str:
    """Return the names in a directory, in order, and what each of them is."""
    descriptor = open_directory(place.name, place.directory)
    try:
        with os.scandir(descriptor) as entries:
            named = nsmallest(_NAMES + 1, (entry.name + _sign(entry) for entry in entries))
    finally:
        os.close(descriptor)
    more = "\n[… and more …]" if len(named) > _NAMES else ""
    return "\n".join(named[:_NAMES]) + more if named else "(the directory is empty)"


def _sign(entry: os.DirEntry[str]) -> str:
    if entry.is_symlink():
        return "@"
    return "/" if entry.is_dir(follow_symlinks=False) else ""


_SAID = {
    errno.ENOENT: ("is not there", "read the directory to see what is"),
    errno.EACCES: ("may not be touched by this process", "use another file"),
    errno.EPERM: ("may not be touched by this process", "use another file"),
    errno.ENOTDIR: ("goes through something that is no directory", "use another path"),
    errno.EISDIR: ("is a directory", "give the path of a file"),
    errno.ELOOP: ("goes through links that lead nowhere, or that somebody is changing", "use another path"),
    errno.ENAMETOOLONG: ("has a name that is too long", "use a shorter one"),
    errno.EROFS: ("can't be written here", "use another path"),
}


@contextmanager
def told(path: str) -> Generator[None]:
    """Say in words that an agent can use what the system has to say; raises `Unfit`."""
    try:
        yield
    except DuotoneError:
        raise
    except UnicodeEncodeError:
        raise Unfit(path, "would get text with half a character in it", "write whole characters") from None
    except OSError as error:
        reason, remedy = _SAID.get(error.errno or 0, (f"can't be used: {error.strerror}", "use another path"))
        raise Unfit(path, reason, remedy) from error
