"""Cuts the source text of a node out of its file."""

from __future__ import annotations

import ast

__all__ = ["Text"]

# What is longer would be carried around for nothing: of a call, the callee tells what the arguments don't.
_LONGEST = 600
_MOST_LINES = 12
_MOST_ARGUMENTS = 16
_LONGEST_LITERAL = 80
_ANYTHING = "...()"
"""An expression of which nothing is known."""


class Text:
    """The lines of a file, sliced by the positions of nodes, which count bytes."""

    __slots__ = ("_is_ascii", "lines")

    def __init__(self, source: str) -> None:
        # `ast` ends lines at \n, \r\n and \r alone, where splitlines() knows more.
        self.lines = source.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        self._is_ascii = source.isascii()

    def of(self, node: ast.expr | None) -> str | None:
        """The text of an expression, a long call without its arguments; None where there is none to keep."""
        if node is None:
            return None
        if not node.lineno:
            return node.id if isinstance(node, ast.Name) else None
        first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
        start, end = node.col_offset, node.end_col_offset
        if first == last:
            cut = self._cut(first, start, end)
        elif last - first > _MOST_LINES:
            return self._shortened(node)
        else:
            middle = self.lines[first + 1 : last]
            cut = "\n".join((self._cut(first, start, None), *middle, self._cut(last, 0, end)))
        return cut if len(cut) <= _LONGEST else self._shortened(node)

    def _shortened(self, node: ast.expr) -> str | None:
        """The text of a call, with anything for its arguments but short literals, which say what others are for."""
        if isinstance(node, ast.Await):
            inner = self._shortened(node.value)
            return f"await {inner}" if inner is not None else None
        callee = self.of(node.func) if isinstance(node, ast.Call) else None
        if callee is None or not isinstance(node, ast.Call):
            return None
        given = [*map(self._of_argument, node.args), *map(self._of_keyword, node.keywords)]
        return f"{callee}({', '.join(given) if len(given) <= _MOST_ARGUMENTS else '*..., **...'})"

    def _cut(self, line: int, start: int, end: int | None) -> str:
        text = self.lines[line]
        if self._is_ascii or text.isascii():
            return text[start:end]
        return text.encode()[start:end].decode(errors="replace")

    def _of_argument(self, node: ast.expr) -> str:
        if isinstance(node, ast.Starred):
            return "*..."
        text = self.of(node) if _is_literal(node) else None
        return text if text is not None and len(text) <= _LONGEST_LITERAL else _ANYTHING

    def _of_keyword(self, node: ast.keyword) -> str:
        """The name of an argument tells which overload is meant."""
        return f"{node.arg}={self._of_argument(node.value)}" if node.arg is not None else "**..."


def _is_literal(node: ast.expr) -> bool:
    """Tell whether an argument is written down in full, by itself or as one of a few."""
    parts = node.elts if isinstance(node, ast.List | ast.Tuple) else [node]
    return all(isinstance(part, ast.Constant) for part in parts)
