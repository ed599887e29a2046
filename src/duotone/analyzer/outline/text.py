"""Cuts the source text of a node out of its file."""

from __future__ import annotations

import ast

__all__ = ["Text"]

# What is longer tells nothing about a type that its first lines don't, and would be carried around for nothing.
_LONGEST = 600
_MOST_LINES = 12


class Text:
    """The lines of a file, sliced by the positions of nodes, which count bytes."""

    __slots__ = ("_is_ascii", "lines")

    def __init__(self, source: str) -> None:
        # `ast` ends lines at \n, \r\n and \r alone, where splitlines() knows more.
        self.lines = source.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        self._is_ascii = source.isascii()

    def of(self, node: ast.expr | None) -> str | None:
        """The text of an expression, or None where there is none or it is too long to keep."""
        if node is None:
            return None
        if not node.lineno:
            return node.id if isinstance(node, ast.Name) else None
        first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
        start, end = node.col_offset, node.end_col_offset
        if first == last:
            cut = self._cut(first, start, end)
        elif last - first > _MOST_LINES:
            return None
        else:
            middle = self.lines[first + 1 : last]
            cut = "\n".join((self._cut(first, start, None), *middle, self._cut(last, 0, end)))
        return cut if len(cut) <= _LONGEST else None

    def _cut(self, line: int, start: int, end: int | None) -> str:
        text = self.lines[line]
        if self._is_ascii or text.isascii():
            return text[start:end]
        return text.encode()[start:end].decode(errors="replace")
