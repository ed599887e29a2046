"""What every conversion needs: the source, the tables of conversions by kind, and the making of `ast` nodes."""

from __future__ import annotations

import ast
import sys
import unicodedata
from collections.abc import Callable
from typing import Any, TypeVar

from tree_sitter import Node

from duotone.analyzer.parsing.grammar.language import EXTRAS, ids

__all__ = [
    "DEEPEST",
    "EXPRESSIONS",
    "LOAD",
    "STATEMENTS",
    "Broken",
    "Expression",
    "Point",
    "Source",
    "Statement",
    "build",
    "build_between",
    "expression",
    "field",
    "parts",
    "set_context",
    "statement",
]

LOAD = ast.Load()

# The deepest tree that is made of one flat chain, of operators or of branches: who walks over it must come back up.
DEEPEST = 900

Point = tuple[int, int]
NodeT = TypeVar("NodeT", bound=ast.AST)
Expression = Callable[["Source", Node], ast.expr]
Statement = Callable[["Source", Node], ast.stmt]


class Broken(Exception):
    """A part that is no Python; the statement around it is left out."""

    def __init__(self, node: Node, message: str = "invalid syntax") -> None:
        super().__init__(message)
        self.node = node
        self.message = message


class _Names(dict[bytes, str]):
    """Identifiers as the interpreter spells them, each of them once."""

    def __missing__(self, raw: bytes) -> str:
        name = raw.decode()
        if not name.isascii():
            name = unicodedata.normalize("NFKC", name)
        name = self[raw] = sys.intern(name)
        return name


class Source:
    """The bytes that are converted, and what was noticed on the way."""

    __slots__ = ("broken", "data", "defaults", "is_deep", "names", "needs", "stars")

    def __init__(self, data: bytes, defaults: frozenset[int] = frozenset()) -> None:
        self.data = data
        self.defaults = defaults
        """Where the defaults of type parameters start, which the grammar doesn't know."""
        self.names = _Names()
        self.is_deep = False
        """Whether something was nested too deeply; nothing is looked for in what is broken from then on."""
        self.needs: tuple[int, int] = (3, 0)
        """The first Python that has all of the syntax, as far as it is newer than 3.11."""
        self.broken: list[Broken] = []
        self.stars: dict[ast.expr, Point] = {}
        """Starred expressions that the grammar binds too tightly, with the place of what follows the star."""

    def need(self, major: int, minor: int) -> None:
        """Note that the source has syntax of this Python."""
        self.needs = max(self.needs, (major, minor))

    def name(self, node: Node) -> str:
        """The identifier that a node stands for."""
        raw = self.data[node.start_byte : node.end_byte]
        if not raw:
            raise Broken(node)
        return self.names[raw]


class _Table(dict[int, Callable[[Source, Node], Any]]):
    """Conversions by kind; a kind that has none stands where it can't."""

    def __missing__(self, kind: int) -> Callable[[Source, Node], Any]:
        return _refuse


def _refuse(_source: Source, node: Node) -> Any:
    raise Broken(node)


EXPRESSIONS: dict[int, Expression] = _Table()
STATEMENTS: dict[int, Statement] = {}


def expression(*kinds: str) -> Callable[[Expression], Expression]:
    """Register the conversion of these kinds of nodes to expressions."""

    def register(convert: Expression) -> Expression:
        EXPRESSIONS.update(dict.fromkeys(ids(*kinds), convert))
        return convert

    return register


def statement(*kinds: str) -> Callable[[Statement], Statement]:
    """Register the conversion of these kinds of nodes to statements."""

    def register(convert: Statement) -> Statement:
        STATEMENTS.update(dict.fromkeys(ids(*kinds), convert))
        return convert

    return register


# A node gets its fields as its dictionary, without its constructor, which takes as long as all the rest.
_new = ast.AST.__new__


def build(kind: type[NodeT], node: Node, /, **fields: Any) -> NodeT:
    """Make an `ast` node that has the place of a node of the grammar."""
    row, fields["col_offset"] = node.start_point
    end_row, fields["end_col_offset"] = node.end_point
    fields["lineno"] = row + 1
    fields["end_lineno"] = end_row + 1
    made = _new(kind)
    made.__dict__ = fields
    return made


def build_between(kind: type[NodeT], start: Point, end: Point, /, **fields: Any) -> NodeT:
    """Make an `ast` node that lies between two points; these count rows from 0, as the grammar does."""
    fields["lineno"] = start[0] + 1
    fields["col_offset"] = start[1]
    fields["end_lineno"] = end[0] + 1
    fields["end_col_offset"] = end[1]
    made = _new(kind)
    made.__dict__ = fields
    return made


def parts(node: Node) -> list[Node]:
    """The children of a node, without comments."""
    return [child for child in node.children if child.kind_id not in EXTRAS]


def field(node: Node, number: int) -> Node:
    """A child that can't be missing."""
    child = node.child_by_field_id(number)
    if child is None:
        raise Broken(node)
    return child


def set_context(source: Source, node: Node, target: ast.expr, context: ast.expr_context) -> ast.expr:
    """Make an expression a target: what it, and what it is unpacked to, is for."""
    if isinstance(target, ast.Name | ast.Attribute | ast.Subscript):
        target.ctx = context
    elif isinstance(target, ast.Tuple | ast.List):
        target.ctx = context
        for element in target.elts:
            set_context(source, node, element, context)
    elif isinstance(target, ast.Starred):
        target.ctx = context
        set_context(source, node, target.value, context)
    else:
        raise Broken(node, "cannot assign to this expression")
    return target
