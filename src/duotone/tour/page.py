"""How the tour looks: two columns where there is room, colors where there is a terminal."""

from __future__ import annotations

import itertools
import os
import shutil
import textwrap
from typing import TextIO

from duotone.tour.panes import Pane, Seen

__all__ = ["Page"]

_WIDEST, _NARROWEST = 120, 84
"""Columns: no line is longer than the first, and below the second the sides stand under each other."""

_STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "law": "1;36"}
_PLAIN = str.maketrans({"✗": "x", "✓": "+", "─": "-", "│": "|", "┬": "-", "┴": "-", "→": ">", "·": "-", "µ": "u"})

_Line = tuple[str, str]
"""Some text and its style."""


class Page:
    """A place to write panes to, as wide and as colorful as `out` allows."""

    def __init__(self, out: TextIO) -> None:
        """Look at `out` and at the environment: NO_COLOR and FORCE_COLOR mean what they mean elsewhere."""
        self._out = out
        self._has_colors = _has_colors(out)
        self._is_plain = not _can_write(out, "✗✓─│┬┴→·µ")
        self._width = min(_WIDEST, shutil.get_terminal_size((100, 24)).columns - 1)
        self._has_columns = self._width >= _NARROWEST
        self._column = (self._width - 1) // 2 if self._has_columns else self._width

    def write(self, *parts: _Line) -> None:
        """Write one line of parts, each in its style."""
        line = "".join(self._styled(text, style) for text, style in parts)
        self._out.write((line.translate(_PLAIN) if self._is_plain else line).rstrip() + "\n")
        self._out.flush()

    def _styled(self, text: str, style: str) -> str:
        return f"\033[{_STYLES[style]}m{text}\033[0m" if style and self._has_colors and text else text

    def open(self, title: str, note: str) -> None:
        """Write the head of the page."""
        gap = " " * max(1, self._width - len(title) - len(note))
        self.write((title, "bold"), (gap + note, "dim"))
        if self._has_columns:
            self.write(("─ today ".ljust(self._column, "─") + "┬" + "─ duotone ".ljust(self._column, "─"), "dim"))

    def show(self, pane: Pane, today: Seen, ours: Seen) -> None:
        """Write one pane."""
        self.write((f"{pane.law} ", "law"), (pane.title, "bold"))
        code = self._code(pane.today.code), self._code(pane.ours.code)
        seen = (
            self._seen(today, "✗", "red"),
            self._seen(ours, *(("✓", "green") if ours.is_as_claimed else ("✗", "red"))),
        )
        if self._has_columns:
            for left, right in (code, seen):
                self._write_beside(left, right)
        else:
            for side, heading in enumerate(("today", "duotone")):
                self.write((f" {heading}", "dim"))
                for line in (*code[side], *seen[side]):
                    self.write(line)

    def _write_beside(self, left: list[_Line], right: list[_Line]) -> None:
        for (text, style), other in itertools.zip_longest(left, right, fillvalue=("", "")):
            self.write((text, style), (" " * (self._column - len(text)) + "│", "dim"), other)

    def _code(self, code: str) -> list[_Line]:
        return [(f"   {line}", "") for line in textwrap.wrap(code, self._column - 4, subsequent_indent="    ")]

    def _seen(self, seen: Seen, mark: str, style: str) -> list[_Line]:
        lines = textwrap.wrap(seen.text, self._column - 4)
        return [(f" {' ' if number else mark} {line}", style) for number, line in enumerate(lines)]

    def close(self, *lines: _Line) -> None:
        """Write the foot of the page."""
        if self._has_columns:
            self.write(("─" * self._column + "┴" + "─" * self._column, "dim"))
        for line in lines:
            self.write(line)


def _has_colors(out: TextIO) -> bool:
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (out.isatty() and os.environ.get("TERM") != "dumb")


def _can_write(out: TextIO, text: str) -> bool:
    try:
        text.encode(out.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True
