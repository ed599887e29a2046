"""One file as the mutator reads it: its text, its tree, and the way from a node up to what encloses it."""

from __future__ import annotations

import ast
import functools
import warnings
from collections.abc import Iterator

from .positions import Positions
from .records import TextEdit

__all__ = ["FUNCTIONS", "Function", "Source", "own_nodes"]

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
Function = ast.FunctionDef | ast.AsyncFunctionDef
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


class Source:
    """A parsed file; `path` is what the caller calls it."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.tree = ast.parse(text)

    @functools.cached_property
    def positions(self) -> Positions:
        """Where the lines are."""
        return Positions(self.text)

    @functools.cached_property
    def parents(self) -> dict[ast.AST, ast.AST]:
        """What each node stands in."""
        return {child: node for node in ast.walk(self.tree) for child in ast.iter_child_nodes(node)}

    def forget(self) -> None:
        """Let go of what can be computed again; a large tree would need several times the memory otherwise."""
        self.__dict__.pop("parents", None)
        self.__dict__.pop("positions", None)

    def above(self, node: ast.AST) -> Iterator[ast.AST]:
        """Yield what encloses a node, from the inside out."""
        parent = self.parents.get(node)
        while parent is not None:
            yield parent
            parent = self.parents.get(parent)

    def function(self, node: ast.AST) -> Function | None:
        """Return the innermost function around a node, whatever lambda or comprehension is between them."""
        return next((one for one in self.above(node) if isinstance(one, FUNCTIONS)), None)

    def enclosing_class(self, function: ast.AST) -> ast.ClassDef | None:
        """Return the class that a function is a method of."""
        parent = next((one for one in self.above(function) if not isinstance(one, ast.If | ast.Try | ast.With)), None)
        return parent if isinstance(parent, ast.ClassDef) else None

    def statement(self, node: ast.AST) -> ast.stmt:
        """Return the innermost statement around a node."""
        if isinstance(node, ast.stmt):
            return node
        return next(one for one in self.above(node) if isinstance(one, ast.stmt))

    def symbol(self, node: ast.AST) -> str:
        """Return the dotted name, within the file, of the function or class around a node."""
        names = [one.name for one in [node, *self.above(node)] if isinstance(one, (*FUNCTIONS, ast.ClassDef))]
        return ".".join(reversed(names))

    def start(self, node: ast.expr | ast.stmt) -> int:
        """Return the first character of a node."""
        return self.positions.offset(node.lineno, node.col_offset)

    def end(self, node: ast.expr | ast.stmt) -> int:
        """Return the character after a node."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.positions.offset(node.end_lineno, node.end_col_offset)

    def segment(self, node: ast.expr | ast.stmt) -> str:
        """Return the text of a node."""
        return self.text[self.start(node) : self.end(node)]

    def replace(self, start: int, end: int, text: str) -> TextEdit:
        """Return the edit that puts a text in the place of some characters."""
        return TextEdit(start, end, self.text[start:end], text)

    def without_await(self, node: ast.Await) -> TextEdit:
        """Return the edit that takes the keyword, and the blanks after it, away."""
        start = self.start(node)
        end = start + len("await")
        while self.text[end] in " \t":
            end += 1
        return self.replace(start, end, "")


def own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that run with a function or class itself: not the bodies of what is defined in it."""
    pending = list(ast.iter_child_nodes(node))
    while pending:
        current = pending.pop()
        yield current
        if not isinstance(current, _SCOPES):
            pending.extend(ast.iter_child_nodes(current))
