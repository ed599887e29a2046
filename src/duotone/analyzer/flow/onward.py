"""Whether what is given away comes out again: what it was given to gives something that is awaited or run."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from duotone.analyzer.parsing.walking import walk

__all__ = ["comes_out", "goes_through"]


def comes_out(function: ast.AST, given: ast.AST, runs: re.Pattern[str]) -> bool:
    """Tell whether a function awaits something that it made of what it gave away, or gives that to what runs it."""
    parts = [*walk(function)]
    bindings = [binding for part in parts for binding in _bindings(part)]
    names: set[str] = set()
    size = -1
    while len(names) > size:
        size = len(names)
        for value, target in bindings:
            if _carries(value, given, names):
                names.update(node.id for node in walk(target) if isinstance(node, ast.Name))
    return any(_carries(taken, given, names) for part in parts for taken in _taken(part, runs))


def goes_through(function: ast.AST, given: ast.AST, runs: re.Pattern[str]) -> bool:
    """Tell whether a function awaits or runs, later and under a name, what a call made of what it was given first.

    What is awaited at once says nothing: it may be the coroutine of one that wanted a result.
    """
    parts = [*walk(function)]
    names = {
        target.id
        for part in parts
        for value, target in _bindings(part)
        if isinstance(target, ast.Name) and isinstance(value, ast.Call) and value.args[:1] == [given]
    }
    if not names:
        return False
    taken = (node for part in parts for one in _taken(part, runs) for node in walk(one))
    return any(isinstance(node, ast.Name) and node.id in names for node in taken)


def _bindings(part: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """What a part of a function binds, and to what: by assigning, or by going through it."""
    if isinstance(part, ast.Assign):
        yield from ((part.value, target) for target in part.targets)
    elif isinstance(part, ast.AnnAssign | ast.NamedExpr) and part.value is not None:
        yield part.value, part.target
    elif isinstance(part, ast.For | ast.AsyncFor | ast.comprehension):
        yield part.iter, part.target


def _taken(part: ast.AST, runs: re.Pattern[str]) -> Iterator[ast.expr]:
    """What a part of a function awaits as it is, or gives to something that runs it by its name."""
    if isinstance(part, ast.Await) and not isinstance(part.value, ast.Call):
        yield part.value
    elif isinstance(part, ast.Call):
        name = part.func.attr if isinstance(part.func, ast.Attribute) else getattr(part.func, "id", "")
        if runs.search(name.lower()):
            yield from part.args


def _carries(node: ast.expr, given: ast.AST, names: set[str]) -> bool:
    return any(part is given or (isinstance(part, ast.Name) and part.id in names) for part in walk(node))
