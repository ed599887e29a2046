"""The names that a statement binds to a value."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any, NamedTuple

from duotone.analyzer.outline.constants import is_constant_name

__all__ = ["Bound", "bound"]


class Bound(NamedTuple):
    """A name that a statement binds to a value."""

    name: str
    how: str
    annotation: ast.expr | None
    value: ast.expr | None
    line: int


def bound(statement: ast.stmt) -> Iterator[Bound]:
    """Names that a statement binds to a value."""
    line = statement.lineno
    if isinstance(statement, ast.Assign):
        for target in statement.targets:
            yield from _targets(target, "=", statement.value, line)
    elif isinstance(statement, ast.AnnAssign | ast.AugAssign):
        yield from _declared(statement)
    elif isinstance(statement, ast.For | ast.AsyncFor):
        how = "for" if isinstance(statement, ast.For) else "async for"
        yield from _targets(statement.target, how, statement.iter, line)
    elif isinstance(statement, ast.With | ast.AsyncWith):
        how = "with" if isinstance(statement, ast.With) else "async with"
        for item in statement.items:
            if item.optional_vars is not None:
                yield from _targets(item.optional_vars, how, item.context_expr, line)
    elif type(statement).__name__ == "TypeAlias":
        yield _alias(statement)


def _declared(statement: ast.AnnAssign | ast.AugAssign) -> Iterator[Bound]:
    """`name: type = …`, and `NAME += …`, after which a constant is none."""
    if isinstance(statement.target, ast.Name):
        name, annotation = statement.target.id, getattr(statement, "annotation", None)
        if annotation is not None or is_constant_name(name):
            yield Bound(name, "=", annotation, statement.value, statement.lineno)


def _alias(statement: Any) -> Bound:
    """`type name = …`, which `ast` knows from Python 3.12 on."""
    annotation = ast.Name("TypeAlias", lineno=0, col_offset=0, end_lineno=0, end_col_offset=0)
    return Bound(statement.name.id, "=", annotation, statement.value, statement.lineno)


def _targets(target: ast.expr, how: str, value: ast.expr, line: int) -> Iterator[Bound]:
    if isinstance(target, ast.Name):
        yield Bound(target.id, how, None, value, line)
    elif isinstance(target, ast.Tuple | ast.List):
        paired = how == "=" and isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts)
        for index, item in enumerate(target.elts):
            if not isinstance(item, ast.Name):
                continue
            if paired and isinstance(value, ast.Tuple):
                yield Bound(item.id, "=", None, value.elts[index], line)
            else:
                yield Bound(item.id, f"{index}" if how == "=" else f"{how} {index}", None, value, line)
