"""The text of files as findings point into it: decoded as Python does, notebooks by cell, buffers before files."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import cast

from duotone.analyzer.findings import Place

__all__ = ["Texts", "cells_of", "decoded", "is_marked", "lines_of"]

_COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_BLANK = re.compile(rb"^[ \t\f]*(?:#.*)?$")
_LINE_END = re.compile(r"\r\n?|\n")


class Texts:
    """Reads each file of a run once; `overlay` stands for files that are edited or come from standard input."""

    def __init__(self, root: Path, overlay: Mapping[Path, str] | None = None) -> None:
        self._root = root
        self._overlay = overlay or {}
        self._texts: dict[Path, str | None] = {}
        self._lines: dict[tuple[str, int | None], list[str]] = {}

    def read(self, path: Path, cell: int | None = None) -> str | None:
        """Return the text of a file, or of one code cell of a notebook; `None` if it can't be read."""
        if path not in self._texts:
            text = self._overlay.get(path)
            self._texts[path] = _from_disk(path) if text is None else text
        text = self._texts[path]
        if text is None or cell is None:
            return text
        cells = cells_of(text)
        return cells[cell - 1] if 0 < cell <= len(cells) else None

    def may_speak(self, path: Path) -> bool:
        """Say quickly, without decoding it, whether a file may have comments for the analyzer."""
        text = self._overlay.get(path) if self._overlay else None
        try:
            data = path.read_bytes() if text is None else text.encode("utf-8", "replace")
        except OSError:
            return False
        return is_marked(data)

    def line_of(self, place: Place) -> str:
        """Return the line in which a place begins, without its end; empty if there is none."""
        lines = self.lines(place)
        return lines[place.line - 1] if 0 < place.line <= len(lines) else ""

    def lines(self, place: Place) -> list[str]:
        """Return the lines, without their ends, of the file or cell that a place is in."""
        key = place.path, place.cell
        if key not in self._lines:
            text = self.read(self._root / PurePosixPath(place.path), place.cell)
            self._lines[key] = lines_of(text or "")
        return self._lines[key]


def is_marked(data: bytes) -> bool:
    """Say quickly whether a text may have comments for the analyzer."""
    lowered = data.lower()
    return b"duotone:" in lowered or (b"noqa" in lowered and b"duo" in lowered)


def lines_of(text: str) -> list[str]:
    """Split at the ends of lines that Python knows, which are fewer than those of splitlines()."""
    return _LINE_END.split(text)


def cells_of(text: str) -> list[str]:
    """Return the sources of a notebook's code cells; none if it isn't one."""
    try:
        notebook: object = json.loads(text)
    except ValueError:
        return []
    cells = cast("dict[str, object]", notebook).get("cells") if isinstance(notebook, dict) else None
    return [_source(cell) for cell in cast("list[object]", cells) if _is_code(cell)] if isinstance(cells, list) else []


def decoded(data: bytes) -> str:
    """Decode source as Python does, by mark, by comment or as UTF-8; what can't be decoded is replaced."""
    if data.startswith(codecs.BOM_UTF8):
        return data[3:].decode("utf-8", "replace")
    try:
        return data.decode(_encoding(data), "replace")
    except LookupError:
        return data.decode("utf-8", "replace")


def _from_disk(path: Path) -> str | None:
    try:
        data = path.read_bytes()
    except OSError:
        return None
    return data.decode("utf-8-sig", "replace") if path.suffix == ".ipynb" else decoded(data)


def _encoding(data: bytes) -> str:
    for line in data.split(b"\n", 2)[:2]:
        found = _COOKIE.match(line)
        if found:
            return found[1].decode("ascii", "replace")
        if not _BLANK.match(line.rstrip(b"\r")):
            break
    return "utf-8"


def _is_code(cell: object) -> bool:
    return isinstance(cell, dict) and cast("dict[str, object]", cell).get("cell_type") == "code"


def _source(cell: object) -> str:
    source = cast("dict[str, object]", cell).get("source", "")
    if isinstance(source, list):
        return "".join(str(part) for part in cast("list[object]", source))
    return str(source)
