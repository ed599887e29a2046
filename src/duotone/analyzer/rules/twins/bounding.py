"""Parameters that say how long an async function may take, and that plain code has no use for."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from duotone.analyzer.parsing.walking import walk
from duotone.analyzer.rules.twins.colorless import FunctionNode

__all__ = ["only_bounds"]

_BOUNDS = frozenset(
    {"fail_after", "fail_at", "move_on_after", "move_on_at", "timeout", "timeout_at", "wait", "wait_for"}
)
"""What ends coroutines from outside, which nobody can do with a plain call."""


def only_bounds(asynchronous: FunctionNode, sync: FunctionNode, name: str) -> bool:
    """Tell whether all that an async function does with a parameter is to say when it, or what it awaits, has to end.

    What it awaits is bounded by itself where its plain twin calls something else in its place.
    """
    shared = {*map(_called, _calls(sync))}
    spent: set[int] = set()
    for part in walk(asynchronous):
        if isinstance(part, ast.Call) and (_called(part) in _BOUNDS or _called(part) not in shared):
            spent.update(map(id, (*part.args, *(word.value for word in part.keywords))))
        elif isinstance(part, ast.If | ast.IfExp):
            spent.update(map(id, walk(part.test)))
        elif isinstance(part, ast.FormattedValue):
            spent.add(id(part.value))
    uses = [part for part in walk(asynchronous) if isinstance(part, ast.Name) and part.id == name]
    return all(id(part) in spent for part in uses)


def _calls(node: ast.AST) -> Iterator[ast.Call]:
    return (part for part in walk(node) if isinstance(part, ast.Call))


def _called(call: ast.Call) -> str:
    function = call.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
