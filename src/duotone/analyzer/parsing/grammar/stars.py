"""Stars that the grammar binds too tightly: it reads ``[*a | b]`` as ``(*a) | b``, and Python as ``*(a | b)``."""

from __future__ import annotations

import ast
from typing import cast

from duotone.analyzer.parsing.grammar.building import LOAD, Point, Source, build_between

__all__ = ["hoist", "outermost"]


def hoist(source: Source, statement: ast.stmt) -> None:
    """Move the stars of a statement out to the whole element that they stand before."""
    waiting: list[ast.AST] = [statement]
    while waiting and source.stars:
        node = waiting.pop()
        for name, value in ast.iter_fields(node):
            if isinstance(value, ast.expr):
                setattr(node, name, outermost(source, value))
            elif isinstance(value, list):
                items = cast("list[object]", value)
                items[:] = [outermost(source, item) if isinstance(item, ast.expr) else item for item in items]
        waiting.extend(ast.iter_child_nodes(node))


def outermost(source: Source, node: ast.expr) -> ast.expr:
    """An expression that may start with a star, with the star before all of it."""
    path = [node]
    while (inner := _leftmost(path[-1])) is not None:
        path.append(inner)
    star = path.pop()
    if not path or not isinstance(star, ast.Starred) or star not in source.stars:
        return node
    start = source.stars.pop(star)
    _replace(path[-1], star.value)
    for passed in path:
        passed.lineno, passed.col_offset = start[0] + 1, start[1]
    before: Point = (star.lineno - 1, star.col_offset)
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    return build_between(ast.Starred, before, (node.end_lineno - 1, node.end_col_offset), value=node, ctx=LOAD)


def _leftmost(node: ast.expr) -> ast.expr | None:
    """The part of an expression that it starts with, if that isn't bracketed."""
    match node:
        case ast.Call(func=inner) | ast.Attribute(value=inner) | ast.Subscript(value=inner):
            return inner
        case ast.BinOp(left=inner) | ast.Compare(left=inner) | ast.IfExp(body=inner):
            return inner
        case ast.BoolOp(values=[inner, *_]):
            return inner
        case _:
            return None


def _replace(node: ast.expr, value: ast.expr) -> None:
    match node:
        case ast.Call():
            node.func = value
        case ast.Attribute() | ast.Subscript():
            node.value = value
        case ast.BinOp() | ast.Compare():
            node.left = value
        case ast.IfExp():
            node.body = value
        case ast.BoolOp():
            node.values[0] = value
        case _:
            pass
