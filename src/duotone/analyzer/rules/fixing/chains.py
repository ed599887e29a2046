"""The chain of attributes, subscripts and calls on a value, up to an `await` around it, and what it gives."""

from __future__ import annotations

import ast

from duotone.analyzer.link.operations import awaitability, element, subscript
from duotone.analyzer.link.symbols import Linker
from duotone.analyzer.link.values import UNKNOWN, Coroutine, Value, options
from duotone.analyzer.rules.fixing.layout import Layout

__all__ = ["Chain", "awaited_chain"]


class Chain:
    """The steps that are taken on a value, from the inside out, and the `await` that stands around all of them."""

    def __init__(self, steps: list[ast.expr], outer: ast.Await) -> None:
        self.steps = steps
        self.outer = outer

    def awaitability(self, project: Linker, value: Value) -> bool | None:
        """Tell whether the last step gives what can be awaited, or None where it can't be known."""
        for step in self.steps:
            value = _taken(project, value.awaited() if isinstance(value, Coroutine) else value, step)
        known = {awaitability(one) for one in options(value)}
        return known.pop() if len(known) == 1 else None


def awaited_chain(layout: Layout, node: ast.expr) -> Chain | None:
    """The chain on a node that an `await` stands around; None where there is none, or the `await` is the node's own."""
    steps: list[ast.expr] = []
    child = node
    for parent in layout.above(node):
        match parent:
            case ast.Await():
                return Chain(steps, parent) if steps else None
            case ast.Attribute(value=inner) | ast.Subscript(value=inner) | ast.Call(func=inner) if inner is child:
                steps.append(parent)
                child = parent
            case _:
                return None
    return None


def _taken(project: Linker, value: Value, step: ast.expr) -> Value:
    """What one step of a chain gives."""
    match step:
        case ast.Attribute(attr=name):
            return project.attribute(value, name)
        case ast.Subscript(slice=ast.Constant(value=int() | str() as key)):
            return element(project, value, key)
        case ast.Subscript(slice=key):
            return subscript(project, value, UNKNOWN, is_slice=isinstance(key, ast.Slice))
        case _:
            return project.call(value)
