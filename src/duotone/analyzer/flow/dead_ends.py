"""Containers out of which nothing can come: made in a function, filled there or inside of it, and only looked at."""

from __future__ import annotations

import ast
from typing import TypeGuard

from duotone.analyzer.link.nodes import is_empty
from duotone.analyzer.parsing.walking import walk

__all__ = ["is_dead_end", "is_unread"]

_FILLS = frozenset({"add", "append", "appendleft", "clear", "insert"})
_EMPTY = frozenset({"deque", "dict", "list", "set"})
_DISPLAYS = ast.List | ast.Set | ast.Tuple | ast.Dict | ast.Constant
_PARTS = (ast.List, ast.Set, ast.Tuple, ast.Dict, ast.Subscript, ast.Slice, ast.UnaryOp)


def is_dead_end(function: ast.AST, name: str) -> bool:
    """Tell whether what is put into the container of this name, anywhere in a function, never leaves it.

    It is begun empty, filled, counted, and compared with values that are written down, and nothing else: whoever wants
    to await what is in it has to go through it, to take something out, or to hand it to somebody.
    """
    is_made = False
    parents = {child: node for node in walk(function) for child in ast.iter_child_nodes(node)}
    for node, parent in parents.items():
        if isinstance(node, ast.arg) and node.arg == name:
            return False
        if not isinstance(node, ast.Name) or node.id != name:
            continue
        if isinstance(node.ctx, ast.Load):
            if not _is_looked_at(node, parents):
                return False
        elif isinstance(parent, ast.Assign | ast.AnnAssign) and parent.value is not None and _is_empty(parent.value):
            is_made = True
        else:
            return False
    return is_made


def is_unread(function: ast.AST, name: str) -> bool:
    """Tell whether a container is a dead end that nobody even looks at: it is filled, and that is all."""
    reads = [node for node in walk(function) if isinstance(node, ast.Name) and node.id == name]
    filled = {node.value for node in walk(function) if isinstance(node, ast.Attribute) or _is_filled(node)}
    is_filled_only = all(isinstance(node.ctx, ast.Store) or node in filled for node in reads)
    return is_filled_only and is_dead_end(function, name)


def _is_filled(node: ast.AST) -> TypeGuard[ast.Subscript]:
    return isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store)


def _is_empty(node: ast.expr) -> bool:
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id in _EMPTY and not node.args
    return is_empty(node)


def _is_looked_at(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> bool:
    parent = parents[node]
    if isinstance(parent, ast.Attribute):
        call = parents[parent]
        is_dropped = isinstance(parents.get(call), ast.Expr)
        return parent.attr in _FILLS and isinstance(call, ast.Call) and call.func is parent and is_dropped
    if isinstance(parent, ast.Subscript) and parent.value is node:
        around = parents[parent]
        is_filled = isinstance(around, ast.Assign) and parent in around.targets
        return is_filled or (isinstance(around, ast.Compare) and _is_compared(parent, parents))
    if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Name):
        return parent.func.id == "len" and parent.args == [node]
    return isinstance(parent, ast.Compare) and _is_compared(node, parents)


def _is_compared(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> bool:
    """Tell whether something is compared with what is written down."""
    compare = parents[node]
    assert isinstance(compare, ast.Compare)
    others = [part for part in (compare.left, *compare.comparators) if part is not node]
    is_equality = all(isinstance(operator, ast.Eq | ast.NotEq) for operator in compare.ops)
    return is_equality and all(isinstance(other, _DISPLAYS) and not _has_names(other) for other in others)


def _has_names(node: ast.expr) -> bool:
    """Tell whether a value that is written down has something in it that may be the same coroutine."""
    return any(isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Store) for part in _elements(node))


def _elements(node: ast.expr) -> list[ast.AST]:
    found: list[ast.AST] = [node]
    for part in found:
        if isinstance(part, _PARTS):
            found += ast.iter_child_nodes(part)
    return found
