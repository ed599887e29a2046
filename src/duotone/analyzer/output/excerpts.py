"""One line of source as a terminal shows it, cut to fit, with a mark under the part that matters."""

from __future__ import annotations

import dataclasses
from typing import NamedTuple

from duotone.analyzer.output.characters import display_widths, visible
from duotone.analyzer.output.ink import Ink

__all__ = ["Excerpt", "excerpt"]

_TAB = 4
_LONGEST = 2_000  # characters of a line that are looked at; a minified line has millions


@dataclasses.dataclass(frozen=True, slots=True)
class Excerpt:
    """A line as it is shown, its columns `start` to `end` that are to be marked, and whether its beginning is cut."""

    text: str
    start: int
    end: int
    is_cut: bool = False

    @property
    def marks(self) -> str:
        """The line below, with carets."""
        return " " * self.start + "^" * (self.end - self.start)


def excerpt(line: str, start: int, end: int, *, room: int, ink: Ink) -> Excerpt:
    """Show a line in `room` columns, so that the characters `start` to `end` (from 0, exclusive) can be seen.

    What lies outside of the line is marked behind its end.
    """
    start = min(max(start, 0), len(line))
    end = min(max(end, start), len(line))
    cut = max(0, start - _LONGEST // 2) if len(line) > _LONGEST else 0
    piece = line[cut : cut + _LONGEST]
    shown, edges = _columns(piece, unicode=ink.unicode)
    columns = _Columns(shown, edges, bool(cut), cut + len(piece) < len(line))
    first = edges[start - cut]
    last = max(first + 1, edges[min(end - cut, len(piece))])
    if not (columns.begins_cut or columns.ends_cut) and max(edges[-1], last) <= room:
        return Excerpt("".join(shown).rstrip(), first, last)
    return _clip(columns, first, last, room=room, ink=ink)


class _Columns(NamedTuple):
    """The characters of a line, the column at which each begins and the last ends, and whether there is more."""

    shown: list[str]
    edges: list[int]
    begins_cut: bool
    ends_cut: bool


def _columns(line: str, *, unicode: bool) -> tuple[list[str], list[int]]:
    """Return each character as it is shown, and the column at which each begins and the last ends."""
    if line.isascii() and line.isprintable():  # as nearly every line is
        return list(line), list(range(len(line) + 1))
    shown: list[str] = []
    edges = [0]
    for character, width in zip(line, display_widths(line), strict=True):
        text = " " * (_TAB - edges[-1] % _TAB) if character == "\t" else visible(character, unicode=unicode)
        shown.append(text)
        edges.append(edges[-1] + (width if text == character else len(text)))
    return shown, edges


def _clip(columns: _Columns, first: int, last: int, *, room: int, ink: Ink) -> Excerpt:
    """Choose the columns around the mark; a cut side shows that there is more."""
    shown, edges, begins_cut, ends_cut = columns
    full = max(edges[-1], last)
    fits_from_start = not begins_cut and last <= room - len(ink.more)
    left = 0 if fits_from_start else max(0, min(first - room // 3, full - room))
    before = ink.more if left or begins_cut else ""
    after = ink.more if full > left + room or ends_cut else ""
    low, high = left + len(before), left + room - len(after)
    kept = [
        (start, text) for text, start, end in zip(shown, edges, edges[1:], strict=False) if start >= low and end <= high
    ]
    # A wide character that was cut in half leaves a column of its own.
    padding = " " * (kept[0][0] - low) if kept else ""
    text = f"{before}{padding}{''.join(text for _, text in kept)}{after}"
    start = max(first, low) - left
    return Excerpt(text.rstrip(), start, max(start + 1, min(last, high) - left), is_cut=bool(before))
