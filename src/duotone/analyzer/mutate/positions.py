"""From the positions of `ast`, which count bytes of UTF-8 in a line, to characters of the text."""

from __future__ import annotations

import re

__all__ = ["Positions", "line_starts"]

# What the parser of Python counts as the end of a line; str.splitlines knows more of them.
_NEWLINE = re.compile(r"\r\n|\r|\n")


def line_starts(text: str) -> list[int]:
    """Return where each line begins, in characters."""
    return [0, *(match.end() for match in _NEWLINE.finditer(text))]


class Positions:
    """The way between lines and characters of one text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.starts = line_starts(text)
        self._is_ascii = text.isascii()

    def offset(self, line: int, column: int) -> int:
        """Return the character at a line, counted from 1, and a column in bytes, counted from 0."""
        start = self.starts[line - 1]
        if self._is_ascii:
            return start + column
        # A character has at least one byte, so the column lies within as many characters.
        head = self._text[start : start + column].encode("utf-8", "surrogatepass")[:column]
        return start + len(head.decode("utf-8", "surrogatepass"))

    def line_text(self, line: int) -> str:
        """Return a line without its end."""
        end = self.starts[line] if line < len(self.starts) else len(self._text)
        return self._text[self.starts[line - 1] : end].rstrip("\r\n")
