"""What is done with the value of an awaited call: the first stratum of a mutation."""

from __future__ import annotations

import ast

from .inventory import last_name
from .source import Source

__all__ = ["USES", "is_handed_on", "use_of"]

USES = (
    "statement",
    "assigned",
    "returned",
    "condition",
    "comparison",
    "argument",
    "attribute",
    "subscript",
    "unpacked",
    "f-string",
    "container",
    "comprehension",
    "operation",
)
# Calls that take awaitables: a coroutine given to one of them is not lost.
_TAKERS = ("gather", "wait", "shield", "run", "as_completed", "start_soon", "call", "timeout")
_TAKER_PARTS = ("await", "coro", "task", "future", "schedule", "submit", "background")
_PLAIN: dict[type[ast.AST], str] = {
    ast.Expr: "statement",
    ast.Return: "returned",
    ast.Yield: "returned",
    ast.Compare: "comparison",
    ast.BoolOp: "condition",
    ast.If: "condition",
    ast.While: "condition",
    ast.Assert: "condition",
    ast.Attribute: "attribute",
    ast.Subscript: "subscript",
    ast.keyword: "argument",
    ast.Starred: "unpacked",
    ast.For: "unpacked",
    ast.AsyncFor: "unpacked",
    ast.FormattedValue: "f-string",
    ast.List: "container",
    ast.Tuple: "container",
    ast.Set: "container",
    ast.Dict: "container",
    ast.ListComp: "comprehension",
    ast.SetComp: "comprehension",
    ast.DictComp: "comprehension",
    ast.GeneratorExp: "comprehension",
    ast.comprehension: "comprehension",
    ast.Match: "comparison",
    ast.AugAssign: "operation",
}


def use_of(source: Source, node: ast.expr) -> str:
    """Return what is done with the value of an expression, one of `USES`."""
    child: ast.AST = node
    parent = source.parents[child]
    while isinstance(parent, ast.NamedExpr) or (isinstance(parent, ast.IfExp) and child is not parent.test):
        child, parent = parent, source.parents[parent]
    return _use_in(parent, child)


def _use_in(parent: ast.AST, child: ast.AST) -> str:
    if isinstance(parent, ast.Assign | ast.AnnAssign):
        targets = parent.targets if isinstance(parent, ast.Assign) else [parent.target]
        return "unpacked" if any(isinstance(one, ast.Tuple | ast.List) for one in targets) else "assigned"
    if isinstance(parent, ast.Call):
        return "operation" if child is parent.func else "argument"
    if isinstance(parent, ast.IfExp) or (isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.Not)):
        return "condition"
    if isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.Mod) and _is_text(parent.left):
        return "f-string"
    return _PLAIN.get(type(parent), "operation")


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def is_handed_on(source: Source, node: ast.expr) -> bool:
    """Whether the value goes, directly or in a container, to a call that takes awaitables."""
    parent = next(one for one in source.above(node) if isinstance(one, ast.stmt | ast.Call))
    if isinstance(parent, ast.stmt):
        return False
    name = last_name(parent.func).lower()
    return name in _TAKERS or any(part in name for part in _TAKER_PARTS)
