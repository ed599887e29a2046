"""Loops that a function has run for the last time: what is put on one after that is never begun."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator

from duotone.analyzer.flow.file import Ran
from duotone.analyzer.flow.known import chain
from duotone.analyzer.parsing.walking import walk
from duotone.analyzer.rules.writer import Writer

__all__ = ["is_never_begun"]

_RUNS = ("run_forever", "run_until_complete")
_PUTS = frozenset({"call_at", "call_later", "call_soon", "call_soon_threadsafe"})
_SOMETIMES = (ast.If, ast.IfExp, ast.For, ast.While, ast.Match)
_BLOCKS = ("body", "orelse", "handlers", "finalbody")


def is_never_begun(node: ast.AST, ran: Ran | None, writer: Writer) -> bool:
    """Tell whether a callback that makes a task is put on a loop which its function has run, and nobody runs again."""
    if ran is None or not any(f".{name}(" in writer.file.source for name in _RUNS):
        return False
    callback = next((one for one in writer.layout.above(node) if isinstance(one, ast.Lambda)), None)
    put = writer.layout.parents.get(callback) if callback is not None else None
    if not isinstance(put, ast.Call) or not isinstance(put.func, ast.Attribute) or put.func.attr not in _PUTS:
        return False
    loop = chain(put.func.value)
    # An object may have its loop run by any of its methods, and a function gives one away by its name.
    runs = [*_runs_of(loop, writer.file.tree if "." in loop else ran.node)]
    before = {part for one in _before(put, ran.node, writer) for part in walk(one)}
    is_run = any(one in before and _is_sure(one, ran.node, writer) for one in runs)
    return is_run and before.issuperset(runs) and not _is_given(loop, ran.node, writer)


def _runs_of(loop: str, within: ast.AST) -> Iterator[ast.Call]:
    """Where a loop is run, by whichever name its object has."""
    last = loop.rpartition(".")[2]
    for part in walk(within):
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute) and part.func.attr in _RUNS:
            name = chain(part.func.value)
            if name.rpartition(".")[2] == last:
                yield part


def _before(node: ast.AST, function: ast.AST, writer: Writer) -> Iterator[ast.AST]:
    """The statements that a function has come through before a node, and that don't follow it; none in a loop."""
    found: list[ast.AST] = []
    child = node
    for parent in _up_to(function, node, writer):
        if isinstance(parent, ast.For | ast.While):
            return
        blocks: list[list[ast.AST] | ast.AST] = [getattr(parent, name, []) for name in _BLOCKS]
        for block in blocks:
            if isinstance(block, list) and child in block:
                found += block[: block.index(child)]
        if isinstance(parent, ast.Try) and child not in parent.body:
            found += parent.body
        child = parent
    yield from found


def _up_to(function: ast.AST, node: ast.AST, writer: Writer) -> Iterator[ast.AST]:
    """What encloses a node in its function, and that itself."""
    yield from itertools.takewhile(lambda one: one is not function, writer.layout.above(node))
    yield function


def _is_sure(run: ast.Call, function: ast.AST, writer: Writer) -> bool:
    """Tell whether a function runs a loop whatever else holds."""
    return not any(isinstance(one, _SOMETIMES) for one in _up_to(function, run, writer))


def _is_given(loop: str, function: ast.AST, writer: Writer) -> bool:
    """Tell whether a function gives a loop to somebody else, who may run it."""
    reads = [part for part in walk(function) if isinstance(part, ast.Name | ast.Attribute) and chain(part) == loop]
    places = [writer.layout.parents.get(one) for one in reads if isinstance(one.ctx, ast.Load)]
    return not all(isinstance(one, ast.Attribute) for one in places)
