"""How the nodes of a file stand in its text: in what, within which parentheses, and where `await` may be written."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator, Sequence

from duotone.analyzer.link.nodes import Node, parsed
from duotone.analyzer.parsing.walking import walk

__all__ = ["Layout", "Point", "bound_names"]

Point = tuple[int, int]
"""A line and a column in characters, both from 1."""

_SCOPES = ast.Lambda | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def bound_names(scope: ast.AST) -> set[str]:
    """Every name that is written or read anywhere in a scope: one that is none of these is free."""
    names: set[str] = set()
    for node in walk(scope):
        if isinstance(node, ast.Name):
            names.add(node.id)
        elif isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.alias):
            names.add((node.asname or node.name).partition(".")[0])
    return names


class Layout:
    """One file, as text and as a tree."""

    def __init__(self, tree: ast.Module, lines: Sequence[str]) -> None:
        self.tree = tree
        self.lines = lines

    @functools.cached_property
    def parents(self) -> dict[ast.AST, ast.AST]:
        """What each node stands in."""
        return {child: node for node in walk(self.tree) for child in ast.iter_child_nodes(node)}

    @functools.cached_property
    def names(self) -> set[str]:
        """Every name that is written or read anywhere in the file."""
        return bound_names(self.tree)

    def above(self, node: ast.AST) -> Iterator[ast.AST]:
        """What encloses a node, from the inside out."""
        parent = self.parents.get(node)
        while parent is not None:
            yield parent
            parent = self.parents.get(parent)

    def column(self, line: int, offset: int) -> int:
        """The column of a byte offset, counting characters from 1."""
        text = self.lines[line - 1] if line <= len(self.lines) else ""
        if text.isascii():
            return offset + 1
        return len(text.encode()[:offset].decode(errors="replace")) + 1

    def start(self, node: Node | ast.alias) -> Point:
        """Where a node begins, without parentheses around it."""
        return node.lineno, self.column(node.lineno, node.col_offset)

    def end(self, node: Node | ast.alias) -> Point:
        """Where a node ends, without parentheses around it."""
        line = node.end_lineno or node.lineno
        return line, self.column(line, node.end_col_offset or 0)

    def between(self, start: Point, end: Point) -> str:
        """The text from one point to another, with line feeds between its lines."""
        lines = list(self.lines[start[0] - 1 : end[0]])
        if not lines:
            return ""
        lines[-1] = lines[-1][: end[1] - 1]
        lines[0] = lines[0][start[1] - 1 :]
        return "\n".join(lines)

    def before(self, point: Point) -> str:
        """The text of a line up to a point."""
        return self.between((point[0], 1), point)

    def after(self, point: Point) -> str:
        """The text of a line from a point on."""
        return self.lines[point[0] - 1][point[1] - 1 :]

    def is_there(self, node: ast.expr) -> bool:
        """Say whether the text at a node's place is the node: within f-strings, some parsers count otherwise."""
        read = parsed(self.between(self.start(node), self.end(node)))
        try:
            return read is not None and ast.dump(read) == ast.dump(node)
        except RecursionError:
            return False  # nobody wrote this by hand

    def takes_await(self, node: ast.AST, function: ast.AST) -> bool:
        """Say whether `await` is legal at a node, and means what it should, if the function around it may await.

        A generator expression that awaits is an async one, and no longer what its consumer takes; only its first
        iterable is evaluated outside of it.
        """
        child, is_iterable = node, False
        for parent in self.above(node):
            if parent is function:
                return child in getattr(parent, "body", ())
            if isinstance(parent, _SCOPES):
                return False
            if isinstance(parent, ast.comprehension):
                is_iterable = child is parent.iter
            elif isinstance(parent, ast.GeneratorExp) and not (child is parent.generators[0] and is_iterable):
                return False
            child = parent
        return False

    def binds_tighter(self, node: ast.expr) -> bool:
        """Say whether what a node stands in would take it away from an `await` before it."""
        parent = self.parents.get(node)
        return (isinstance(parent, ast.Attribute | ast.Subscript | ast.Await) and parent.value is node) or (
            isinstance(parent, ast.Call) and parent.func is node
        )

    def has_parentheses(self, node: ast.expr) -> bool:
        """Say whether parentheses of its own stand around a node that something binds to."""
        parent = self.parents[node]
        if isinstance(parent, ast.Await):
            return "(" in self.between(self.start(parent), self.start(node))
        return isinstance(parent, ast.expr) and self.start(parent) != self.start(node)

    def keyword_before(self, word: str, point: Point) -> Point | None:
        """Where the keyword begins that stands right before a point, with blanks and parentheses between at most."""
        line = point[0]
        while line > 0:
            text = self.before(point) if line == point[0] else self.lines[line - 1]
            found = re.search(rf"(?<!\w){word}[\s(\\]*$", text)
            if found:
                return line, found.start() + 1
            if text.strip(" \t\f(\\"):
                return None
            line -= 1
        return None

    def is_alone(self, statement: ast.stmt) -> bool:
        """Say whether a statement has its lines for itself, comments aside."""
        tail = self.after(self.end(statement)).strip()
        return not self.before(self.start(statement)).strip() and (not tail or tail.startswith("#"))
