"""What one of two twin classes does only for an option that the other doesn't have: a feature, and no drift."""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence

from duotone.analyzer.parsing.walking import walk
from duotone.analyzer.rules.twins.colorless import Node

__all__ = ["is_for_option"]


def is_for_option(node: Node | None, owner: ast.ClassDef, other: ast.ClassDef) -> bool:
    """Tell whether a handler raises again what it caught, but for what attributes say that the other class lacks."""
    if not isinstance(node, ast.ExceptHandler):
        return False
    lacked = _attributes(owner) - _attributes(other)
    raises = any(isinstance(part, ast.Raise) and part.exc is None for part in walk(node))
    return bool(lacked) and raises and all(_depends(statement, lacked) for statement in node.body)


def _depends(statement: ast.stmt, lacked: Collection[str]) -> bool:
    """Tell whether a statement raises again, or does something with such an attribute, in each of its branches."""
    if isinstance(statement, ast.Raise):
        return statement.exc is None
    if not _mentions(statement, lacked):
        return False
    if not isinstance(statement, ast.If):
        return isinstance(statement, ast.Expr | ast.Assign)
    branches = [branch for branch in (statement.body, statement.orelse) if branch]
    return _mentions(statement.test, lacked) and all(_is_raised(branch) or _uses(branch, lacked) for branch in branches)


def _is_raised(branch: Sequence[ast.stmt]) -> bool:
    return any(isinstance(one, ast.Raise) and one.exc is None for one in branch)


def _uses(branch: Sequence[ast.stmt], lacked: Collection[str]) -> bool:
    return any(_mentions(one, lacked) for one in branch)


def _mentions(node: ast.AST, names: Collection[str]) -> bool:
    return any(_own(part) in names for part in walk(node))


def _attributes(owner: ast.ClassDef) -> set[str]:
    """The attributes of its objects that a class mentions."""
    return {name for part in walk(owner) if (name := _own(part))}


def _own(node: ast.AST) -> str:
    match node:
        case ast.Attribute(value=ast.Name(id="self"), attr=name):
            return name
        case _:
            return ""
