"""The lines of source that a page shows, each file read once and each line kept once."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from duotone.analyzer.findings import Edit, Place, path_told
from duotone.analyzer.page.context import ReadText

__all__ = ["Sources", "changed_lines"]

_AROUND = 2
_MOST_LINES = 12
_LONGEST = 400
"""Characters of a line that are kept: one line of a generated file must not be the larger part of a page."""

_Key = tuple[str, int | None]


class Sources:
    """Collects the lines around places, and reads no file twice."""

    def __init__(self, root: Path, read: ReadText) -> None:
        self._root = root
        self._read = read
        self._texts: dict[_Key, list[str]] = {}
        self._kept: dict[_Key, dict[int, str]] = {}

    def keep(self, place: Place) -> None:
        """Keep the lines of a place and a few around it."""
        lines = self.lines_of(place)
        first = max(1, place.line - _AROUND)
        last = min(len(lines), min(place.end_line, place.line + _MOST_LINES) + _AROUND)
        kept = self._kept.setdefault((place.path, place.cell), {})
        for number in range(first, last + 1):
            kept[number] = _clipped(lines[number - 1])

    def lines_of(self, place: Place) -> list[str]:
        """Every line of the file or cell that a place is in, without line ends; none where it can't be read."""
        key = place.path, place.cell
        if key not in self._texts:
            text = self._read(self._root / PurePosixPath(place.path), place.cell)
            self._texts[key] = [] if text is None else _split(text)
        return self._texts[key]

    def as_data(self) -> list[dict[str, object]]:
        """What was kept, for the page."""
        return [
            {"path": path_told(path), "cell": cell, "lines": dict(sorted(kept.items()))}
            for (path, cell), kept in self._kept.items()
            if kept
        ]


def changed_lines(lines: list[str], edits: Iterable[Edit]) -> list[dict[str, object]]:
    """What edits of one file make of it: for each run of touched lines, its number, the text before and after."""
    hunks: list[dict[str, object]] = []
    for group in _touching(sorted(edits, key=lambda edit: edit.place)):
        first, last = group[0].place.line, max(edit.place.end_line for edit in group)
        before = lines[first - 1 : last]
        if len(before) != last - first + 1:
            continue
        after = _applied("\n".join(before), before, first, group)
        hunks.append({"line": first, "before": [_clipped(line) for line in before], "after": after})
    return hunks


def _touching(edits: list[Edit]) -> list[list[Edit]]:
    """Edits in groups that share lines."""
    groups: list[list[Edit]] = []
    end = 0
    for edit in edits:
        if groups and edit.place.line <= end:
            groups[-1].append(edit)
        else:
            groups.append([edit])
        end = max(end, edit.place.end_line)
    return groups


def _applied(text: str, before: list[str], first: int, edits: list[Edit]) -> list[str]:
    for edit in reversed(edits):
        start = _offset(before, edit.place.line - first, edit.place.column)
        stop = _offset(before, edit.place.end_line - first, edit.place.end_column)
        text = text[:start] + edit.text + text[stop:]
    return [_clipped(line) for line in text.split("\n")]


def _offset(lines: list[str], row: int, column: int) -> int:
    return sum(len(line) + 1 for line in lines[:row]) + column - 1


def _split(text: str) -> list[str]:
    # Not splitlines(): Python ends its lines at these alone, and form feeds stand inside of lines.
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _clipped(line: str) -> str:
    return line if len(line) <= _LONGEST else line[:_LONGEST] + "…"
