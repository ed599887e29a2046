"""Functions within a test that note that they were called, for the test to look at: it expects them to run."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from duotone.analyzer.parsing.walking import walk

__all__ = ["is_expected_to_run"]

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_NOTES = frozenset({"add", "append", "appendleft", "extend", "insert", "put_nowait", "set", "set_result", "update"})


def is_expected_to_run(test: ast.AST, name: str, line: int) -> bool:
    """Tell whether a function within a test fills something of the test's that it asserts something of after a line."""
    inner = [part for part in walk(test) if isinstance(part, _Function) and part.name == name and part is not test]
    if len(inner) != 1:
        return False
    noted = {*_noted(inner[0])}
    asserted = [part.test for part in walk(test) if isinstance(part, ast.Assert) and part.lineno > line]
    looked_at = (part for part in asserted if not _is_of_nothing(part))
    return any(isinstance(one, ast.Name) and one.id in noted for part in looked_at for one in walk(part))


def _is_of_nothing(asserted: ast.expr) -> bool:
    """Tell whether something is asserted to be empty or false, as where nothing was called."""
    match asserted:
        case ast.UnaryOp(op=ast.Not()):
            return True
        case ast.Compare(comparators=[ast.Constant(value=value)]):
            return not value
        case ast.Compare(comparators=[ast.List(elts=[]) | ast.Dict(keys=[])]):
            return True
        case _:
            return False


def _noted(function: _Function) -> Iterator[str]:
    """The names of the function around that a function fills or binds anew."""
    for part in walk(function):
        match part:
            case ast.Nonlocal(names=names):
                yield from names
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=attribute)) if attribute in _NOTES:
                yield name
            case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=name)) | ast.Attribute(value=ast.Name(id=name))]):
                yield name
            case _:
                pass
