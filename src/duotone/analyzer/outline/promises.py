"""Which annotations of a result leave it to the body what a function gives."""

from __future__ import annotations

import ast

__all__ = ["is_either", "says_nothing"]

_AWAITABLES = frozenset({"Awaitable", "Coroutine"})
_RECEIVERS = frozenset({"self", "cls"})


def says_nothing(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Tell whether a function has no annotation of its result, or one that tells less than its body.

    `Any` on a method leaves room for what overrides it, which may give anything.
    """
    returns = node.returns
    if returns is None:
        return True
    first = next(iter([*node.args.posonlyargs, *node.args.args]), None)
    is_method = first is not None and first.arg in _RECEIVERS
    return _is_bare_callable(returns) or (_name(returns) == "Any" and not is_method) or is_either(returns)


def is_either(node: ast.expr) -> bool:
    """Tell whether an annotation says that something is there at once, or is to be awaited."""
    arms = {isinstance(arm, ast.Subscript) and _name(arm.value) in _AWAITABLES for arm in _arms(node)}
    return len(arms) > 1


def _arms(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return [*_arms(node.left), *_arms(node.right)]
    if isinstance(node, ast.Subscript) and _name(node.value) == "Union" and isinstance(node.slice, ast.Tuple):
        return node.slice.elts
    return [node]


def _is_bare_callable(node: ast.expr) -> bool:
    """Tell whether an annotation says that something can be called, and not what this gives."""
    if isinstance(node, ast.Subscript):
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else []
        return _name(node.value) == "Callable" and bool(parts) and _gives_anything(parts[-1])
    return _name(node) == "Callable"


def _gives_anything(node: ast.expr) -> bool:
    return _name(node) == "Any" or _is_bare_callable(node)


def _name(node: ast.expr) -> str:
    """The last name of a dotted one."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
