"""What a test of `sys.version_info`, or of a part of it, comes to: on the newest Python, and on all that are in use."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Sequence

__all__ = ["at_newest", "everywhere"]

_Version = tuple[int, ...]

_LAST = 99
"""Stands for the last release of a version, which nobody knows."""
_NEWEST = (3, 14, _LAST)
_IN_USE = [(3, minor, micro) for minor in range(10, 40) for micro in (0, _LAST)]
"""From the oldest that somebody may still run on, to those that are to come."""
_COMPARED: dict[type[ast.cmpop], Callable[[_Version, _Version], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
}


def at_newest(test: ast.expr) -> bool | None:
    """What a test comes to on the newest Python; None where it doesn't compare the version with what is written."""
    return _agreed(test, [_NEWEST])


def everywhere(test: ast.expr) -> bool | None:
    """What a test comes to on each Python that is in use; None where they differ, or it asks for something else."""
    return _agreed(test, _IN_USE)


def _agreed(test: ast.expr, versions: Sequence[_Version]) -> bool | None:
    if not isinstance(test, ast.Compare) or len(test.ops) != 1:
        return None
    part = _asked(test.left)
    if part is None:
        return None
    wanted, compared = _written(test.comparators[0]), _COMPARED.get(type(test.ops[0]))
    if not wanted or compared is None:
        return None
    found = {compared(version[part], wanted) for version in versions}
    return found.pop() if len(found) == 1 else None


def _asked(node: ast.expr) -> slice | None:
    """Which part of the version an expression is; None for anything else."""
    match node:
        case ast.Attribute(value=owner, attr="major") | ast.Subscript(value=owner, slice=ast.Constant(value=0)):
            part = slice(0, 1)
        case ast.Attribute(value=owner, attr="minor") | ast.Subscript(value=owner, slice=ast.Constant(value=1)):
            part = slice(1, 2)
        case ast.Subscript(value=owner, slice=ast.Slice(lower=None, upper=ast.Constant(value=int() as end), step=None)):
            part = slice(end)
        case _:
            owner, part = node, slice(None)
    match owner:
        case ast.Attribute(value=ast.Name(id="sys"), attr="version_info"):
            return part
        case _:
            return None


def _written(node: ast.expr) -> _Version:
    """The numbers of a version that is written down, up to words such as "final"; none where something else is."""
    parts = node.elts if isinstance(node, ast.Tuple) else (node,)
    values = [part.value for part in parts if isinstance(part, ast.Constant)]
    return tuple(value for value in values if isinstance(value, int)) if len(values) == len(parts) else ()
