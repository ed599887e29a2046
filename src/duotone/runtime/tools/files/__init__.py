"""Tools for files inside of a root: read, write and edit, wherever links and paths want to lead."""

from __future__ import annotations

import os
from pathlib import Path

from duotone.errors import BadInput, Unfit
from duotone.runtime.tools.files.reading import MOST, is_directory, look, open_file, read_whole, replace_file
from duotone.runtime.tools.files.showing import PAGE, listed, page, told
from duotone.runtime.tools.files.texts import changed, is_binary, read_text
from duotone.runtime.tools.files.walking import can_walk, walk
from duotone.runtime.tools.tool import Tool, tool

__all__ = ["Files", "file_tools"]


def file_tools(root: str | os.PathLike[str], *, writable: bool = True) -> list[Tool]:
    """Return `read`, and unless it isn't `writable` also `write` and `edit`, for files inside of a directory.

    Raises `BadInput` if that is none, or on a system where links could lead out of it.
    """
    files = Files(root)
    lock = (f"files {files.root}",)
    tools = [tool(files.read, effect=False)]
    return [*tools, tool(files.write, locks=lock), tool(files.edit, locks=lock)] if writable else tools


class Files:
    """The files inside of a directory. No path leads out of it, not even through links that others swap meanwhile."""

    def __init__(self, root: str | os.PathLike[str]) -> None:
        """Take a directory; raises `BadInput` if it is none."""
        if not can_walk():
            raise BadInput("root", "can't be held here: this system doesn't open files relative to directories")
        self.root = os.path.realpath(root)
        if not Path(self.root).is_dir():
            raise BadInput("root", f"is {self.root}, which is no directory")

    def read(self, path: str, offset: int = 1, limit: int = PAGE) -> str:
        """Read a text file, or list a directory.

        Args:
            path: relative to the root
            offset: the line to begin with, counted from 1
            limit: how many lines to read, at most 2000
        """
        with told(path), walk(self.root, path) as place:
            if is_directory(place):
                return listed(place)
            with os.fdopen(open_file(place, path), "rb") as file:
                if is_binary(file.peek()):
                    size = os.fstat(file.fileno()).st_size
                    raise Unfit(path, f"is no text, and has {size:,} bytes", "look at it with a program")
                return page(file, path, max(1, offset), min(max(1, limit), PAGE))

    def write(self, path: str, text: str) -> str:
        """Write a text file, in the place of what there was; directories on the way are made.

        Args:
            path: relative to the root
            text: all that the file is to have
        """
        with told(path):
            data = text.encode()
            if len(data) > MOST:
                raise Unfit(path, f"would have over {MOST:,} bytes", "write it with a program instead")
            with walk(self.root, path, make=True) as place:
                is_there = look(place) is not None
                replace_file(place, path, data)
        return f"{'replaced' if is_there else 'made'} {path}: {len(data):,} bytes"

    def edit(self, path: str, old: str, new: str, *, every: bool = False) -> str:
        """Replace a piece of a text file, which must be there exactly once.

        Args:
            path: relative to the root
            old: the text to replace, exactly as it is in the file
            new: what is to be there instead
            every: replace it wherever it is
        """
        with told(path), walk(self.root, path) as place:
            seen = look(place)
            data = read_whole(place, path)
            text = read_text(data)
            if is_binary(data) or not text.is_exact:
                raise Unfit(path, "is no text that can be written back as it is", "edit it with a program")
            after, count = changed(path, text.text, old, new, every=every)
            written = text.encoded(after)
            if look(place) != seen:
                raise Unfit(path, "has changed since it was read", "read it again")
            replace_file(place, path, written)
        return f"edited {path}: {count} {'place' if count == 1 else 'places'}"
