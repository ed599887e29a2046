"""Which overrides are the face of their base for the other color: they get its work done in their own way."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from duotone.analyzer.link.symbols import ClassSymbol, FunctionSymbol
from duotone.analyzer.link.values import FunctionObject, unbound
from duotone.analyzer.parsing.walking import walk
from duotone.analyzer.rules.writer import Writer

__all__ = ["is_face"]

_GOES_ON = frozenset({"create_task", "ensure_future", "start_soon", "add_task"})
"""Calls that only begin what they are given."""


def is_face(symbol: FunctionSymbol, base: FunctionSymbol, node: ast.AST, writer: Writer) -> bool:
    """Tell whether an override is there for code of its color, which makes objects of its class itself."""
    if symbol.outline.is_async:
        return _is_async_face(symbol, base, node)
    return _is_sync_face(symbol, base, node, writer)


def _is_async_face(symbol: FunctionSymbol, base: FunctionSymbol, node: ast.AST) -> bool:
    """Tell whether an override calls what it stands for with an argument that it isn't given itself, as a callback."""
    lacking = {param.name for param in base.outline.params[1:]} - {param.name for param in symbol.outline.params}
    calls = [part for part in walk(node) if lacking and isinstance(part, ast.Call)]
    return any(
        isinstance(call.func, ast.Attribute) and call.func.attr == symbol.outline.name and _is_super(call.func.value)
        for call in calls
    )


def _is_sync_face(symbol: FunctionSymbol, base: FunctionSymbol, node: ast.AST, writer: Writer) -> bool:
    """Tell whether a plain override gets what is async done for its caller.

    It hands an async method of its object to who runs it, or others of its class do, which has the name of its base.
    """
    owner = symbol.owner
    if owner is None or base.owner is None:
        return False
    if _runs_own(owner, node):
        return True
    if owner.outline.name.strip("_") != base.owner.outline.name.strip("_"):
        return False
    bodies = [body for body, found in writer.file.classes if found is owner]
    return any(_runs_own(owner, one) for body in bodies for one in body.body if isinstance(one, ast.FunctionDef))


def _runs_own(owner: ClassSymbol, node: ast.AST) -> bool:
    """Tell whether a method gives an async method of its object, or a coroutine of one, to another function."""
    for call in [part for part in walk(node) if isinstance(part, ast.Call)]:
        if ast.unparse(call.func).rpartition(".")[2] not in _GOES_ON and any(_own_async(owner, call)):
            return True
    return False


def _own_async(owner: ClassSymbol, call: ast.Call) -> Iterator[str]:
    """The async methods of an object of a class among the arguments of a call."""
    for given in (*call.args, *(word.value for word in call.keywords)):
        method = given.func if isinstance(given, ast.Call) else given
        if isinstance(method, ast.Attribute) and (lineage := _lineage_of(owner, method.value)):
            raw = next((raw for entry in lineage if (raw := entry.raw(method.attr)) is not None), None)
            function = unbound(raw) if raw is not None else None
            if isinstance(function, FunctionObject) and function.symbol.outline.is_async:
                yield method.attr


def _lineage_of(owner: ClassSymbol, receiver: ast.expr) -> list[ClassSymbol]:
    """The classes in which methods of `self` or `super()` are looked for; none for anything else."""
    classes = [entry for entry, _ in owner.mro]
    if isinstance(receiver, ast.Name):
        return classes if receiver.id in {"self", "cls"} else []
    return classes[1:] if _is_super(receiver) else []


def _is_super(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super"
