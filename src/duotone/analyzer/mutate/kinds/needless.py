"""Needless `async`: a plain function becomes a coroutine function, and those who call it await it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from duotone.analyzer.mutate.drafts import Drafts
from duotone.analyzer.mutate.inventory import Inventory, is_stream, last_name
from duotone.analyzer.mutate.records import Mutation, Spot, TextEdit
from duotone.analyzer.mutate.source import FUNCTIONS, Source

__all__ = ["is_bare", "is_empty", "plant"]

_CALLED_BY_NAME = re.compile(r"__\w+__|test\w*|pytest_\w+|set_?[uU]p\w*|tear_?[dD]own\w*|main")
_NEEDS_NO_PARENTHESES = (ast.Expr, ast.Assign, ast.AnnAssign, ast.Return, ast.keyword)


def plant(source: Source, inventory: Inventory) -> Iterator[Mutation]:
    """Yield the plain functions that nobody overrides and that only coroutine functions of their own file call."""
    drafts = Drafts(source, "async")
    calls = _calls(source)
    for node in ast.walk(source.tree):
        if not isinstance(node, ast.FunctionDef) or not _is_free(source, node, inventory):
            continue
        name = node.name
        callers = calls.get(name, [])
        if inventory.files[name] - {source.path} or len(callers) != inventory.loads[name]:
            continue
        if not all(_is_in_coroutine(source, call) for call in callers):
            continue
        start = source.start(node)
        edits = [source.replace(start, start, "async ")]
        for call in callers:
            edits += _awaited(source, call)
        owner = source.enclosing_class(node)
        yield drafts.make(
            node,
            ("called" if callers else "not called", _way(node, owner)),
            f"{name} is `async` without need" + (", and its callers await it" if callers else ""),
            edits,
            [Spot(source.path, call.lineno) for call in callers],
        )


def _calls(source: Source) -> dict[str, list[ast.Call]]:
    calls: dict[str, list[ast.Call]] = {}
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            calls.setdefault(last_name(node.func), []).append(node)
    return calls


def _is_free(source: Source, node: ast.FunctionDef, inventory: Inventory) -> bool:
    """Whether nothing but its callers cares for the color of a function."""
    if not is_bare(node) or is_empty(node) or is_stream(node) or _CALLED_BY_NAME.fullmatch(node.name):
        return False
    if inventory.single(node.name) is None or node.name in inventory.texts:
        return False
    owner = source.enclosing_class(node)
    return inventory.is_closed(owner.name) if owner else True


def is_bare(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether no decorator stands between a function and its name, but for static and class methods."""
    return all(isinstance(one, ast.Name) and one.id in {"staticmethod", "classmethod"} for one in node.decorator_list)


def is_empty(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a body holds a place only: a docstring, `pass`, `...` or a `raise`."""
    return all(
        isinstance(one, ast.Pass | ast.Raise) or (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))
        for one in node.body
    )


def _is_in_coroutine(source: Source, call: ast.Call) -> bool:
    """Whether an `await` may stand at a call without making anything else async."""
    for parent in source.above(call):
        if isinstance(parent, ast.Lambda | ast.GeneratorExp | ast.Await):
            return False
        if isinstance(parent, FUNCTIONS):
            # A default or a decorator runs where the function is defined.
            return isinstance(parent, ast.AsyncFunctionDef) and call.lineno >= parent.body[0].lineno
    return False


def _awaited(source: Source, call: ast.Call) -> list[TextEdit]:
    start, end = source.start(call), source.end(call)
    if isinstance(source.parents[call], _NEEDS_NO_PARENTHESES):
        return [source.replace(start, start, "await ")]
    return [source.replace(start, start, "(await "), source.replace(end, end, ")")]


def _way(node: ast.FunctionDef, owner: ast.ClassDef | None) -> str:
    if owner is None:
        return "function"
    return "class or static" if node.decorator_list else "method"
