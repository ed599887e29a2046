"""Edits applied to text, and the difference that they make."""

from __future__ import annotations

import difflib
import itertools
import operator
import re
from collections.abc import Iterable, Sequence

from duotone.analyzer.findings import Edit, Place
from duotone.analyzer.output.characters import one_line
from duotone.errors import MisplacedEdit, OverlappingEdits

__all__ = ["apply", "by_text", "common", "misplaced", "unified"]

_LINE_END = re.compile(r"\r\n|\r|\n")  # where `ast` ends a line; splitlines() knows more


def misplaced(place: Place) -> MisplacedEdit:
    """The error for an edit that lies outside its text."""
    return MisplacedEdit(one_line(place.path), (place.line, place.column), (place.end_line, place.end_column))


def _overlapping(first: Place, second: Place) -> OverlappingEdits:
    return OverlappingEdits(one_line(first.path), (first.line, first.column), (second.line, second.column))


def apply(text: str, edits: Sequence[Edit]) -> str:
    """Return the text with all edits made at once; their places count in the text as it is given.

    Insertions at one point keep their order. Line ends in what is put in become those of the line where it is put, so
    give the text with the ends that it has in the file. Raises `OverlappingEdits`, and `MisplacedEdit` for a place that
    the text doesn't have or that belongs to another file or cell than the first.
    """
    lines = _Lines(text)
    spans = [(*lines.span(edit.place), edit) for edit in edits]
    spans.sort(key=lambda span: span[:2])
    pieces: list[str] = []
    done = 0
    for index, (start, end, edit) in enumerate(spans):
        if start < done:
            raise _overlapping(spans[index - 1][2].place, edit.place)
        if (edit.place.path, edit.place.cell) != (spans[0][2].place.path, spans[0][2].place.cell):
            raise misplaced(edit.place)
        pieces += text[done:start], lines.with_ends(edit.text, edit.place.line)
        done = end
    return "".join((*pieces, text[done:]))


def by_text(edits: Iterable[Edit]) -> dict[tuple[str, int | None], list[Edit]]:
    """Sort edits by the text that they change: a file, or a cell of a notebook."""
    texts: dict[tuple[str, int | None], list[Edit]] = {}
    for edit in edits:
        texts.setdefault((edit.place.path, edit.place.cell), []).append(edit)
    return texts


def common(one: Sequence[str], other: Sequence[str]) -> int:
    """Return how many lines, or characters, are the same at the beginning of both."""
    return sum(itertools.takewhile(bool, map(operator.eq, one, other)))


def unified(path: str, before: str, after: str, *, context: int = 3) -> str:
    """Return the difference as `patch` and `git apply` read it, or nothing where there is none."""
    # Git ends a name with a tab where a space in it could be taken for its end.
    name = one_line(path) + ("\t" if " " in path else "")
    lines = difflib.unified_diff(_split(before), _split(after), f"a/{name}", f"b/{name}", n=context)
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def _split(text: str) -> list[str]:
    """Cut where the tools that read patches cut, at newlines alone."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)


class _Lines:
    """Where the lines of a text begin and end."""

    def __init__(self, text: str) -> None:
        ends = [(match.start(), match.end()) for match in _LINE_END.finditer(text)]
        first = 1 if text.startswith("\ufeff") else 0  # a byte order mark is no part of the first line
        self._starts = [first, *(end for _, end in ends)]
        self._stops = [*(start for start, _ in ends), len(text)]
        self._ends = [text[start:end] for start, end in ends] or ["\n"]

    def span(self, place: Place) -> tuple[int, int]:
        start = self._offset(place.line, place.column)
        end = self._offset(place.end_line, place.end_column)
        if start is None or end is None or end < start:
            raise misplaced(place)
        return start, end

    def _offset(self, line: int, column: int) -> int | None:
        if not 1 <= line <= len(self._starts):
            return None
        offset = self._starts[line - 1] + column - 1
        return offset if column >= 1 and offset <= self._stops[line - 1] else None

    def with_ends(self, text: str, line: int) -> str:
        """Give what is put into a line that line's own kind of end; the last, which has none, takes that before it."""
        end = self._ends[min(line, len(self._ends)) - 1]
        return _LINE_END.sub(lambda _: end, text)
