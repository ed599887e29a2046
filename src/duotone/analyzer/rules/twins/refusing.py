"""Parameters that a function has only for its twin's sake: it raises for what that one begins with, and no more."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from typing import Any

from duotone.analyzer.flow.branches import only_raises
from duotone.analyzer.parsing.walking import walk
from duotone.analyzer.rules.twins.colorless import FunctionNode

__all__ = ["only_refuses"]

_COMPARED: Mapping[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.NotEq: operator.ne,
    ast.IsNot: operator.is_not,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
}


def only_refuses(node: FunctionNode, name: str, default: ast.expr, other: ast.expr) -> bool:
    """Tell whether all that a function does with a parameter is to raise, and that for the default of its twin."""
    if not isinstance(default, ast.Constant) or not isinstance(other, ast.Constant):
        return False
    if default.value == other.value:
        return False
    refusals = [part for part in walk(node) if isinstance(part, ast.If) and not part.orelse and only_raises(part.body)]
    refused = [one for one in refusals if _holds(one.test, name, other) and not _holds(one.test, name, default)]
    spent = {id(part) for one in refused for part in walk(one)}
    uses = (part for part in walk(node) if refused and isinstance(part, ast.Name) and part.id == name)
    return bool(refused) and all(id(part) in spent for part in uses)


def _holds(test: ast.expr, name: str, given: ast.Constant) -> bool:
    """Tell whether a test of a parameter alone holds for a value that it is given."""
    match test:
        case ast.Name(id=found):
            return found == name and bool(given.value)
        case ast.UnaryOp(op=ast.Not(), operand=ast.Name(id=found)):
            return found == name and not given.value
        case ast.Compare(left=ast.Name(id=found), ops=[op], comparators=[ast.Constant(value=value)]):
            return found == name and _compares(op, given.value, value)
        case _:
            return False


def _compares(op: ast.cmpop, left: object, right: object) -> bool:
    try:
        return type(op) in _COMPARED and _COMPARED[type(op)](left, right)
    except TypeError:
        return False
