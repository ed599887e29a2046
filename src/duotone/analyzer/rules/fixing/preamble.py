"""What a file imports, and where its imports end: the place for one more, or for a name that functions share."""

from __future__ import annotations

import ast

from duotone.analyzer.rules.fixing.layout import Layout, Point

__all__ = ["after_imports", "imported"]


def after_imports(layout: Layout) -> Point | None:
    """The end of the last line of the imports that a file begins with, or of its strings; else its first line.

    A license may stand there as a string besides the docstring. None where a line there is shared with something else.
    """
    last: ast.stmt | None = None
    body = layout.tree.body
    for statement in body:
        is_first = not isinstance(last, ast.Import | ast.ImportFrom)
        if not (is_first and _is_text(statement)) and not isinstance(statement, ast.Import | ast.ImportFrom):
            break
        last = statement
    if last is not None:
        line = last.end_lineno or last.lineno
        is_shared = any(one.lineno == line for one in body if one is not last)
        return None if is_shared else (line, len(layout.lines[line - 1]) + 1)
    if not body:
        return None
    decorators: list[ast.expr] = getattr(body[0], "decorator_list", [])
    return min([body[0].lineno, *(one.lineno for one in decorators)]), 1


def _is_text(statement: ast.stmt) -> bool:
    match statement:
        case ast.Expr(value=ast.Constant(value=str())):
            return True
        case _:
            return False


def imported(tree: ast.Module, name: str) -> bool:
    """Say whether a module imports another under its own name, for all of it to see."""
    return any(
        alias.name == name and alias.asname is None
        for statement in tree.body
        if isinstance(statement, ast.Import)
        for alias in statement.names
    )
