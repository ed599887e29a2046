"""Whether a coroutine that is not awaited where it is made was put to use all the same, or never made at all."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from duotone.analyzer.mutate.inventory import last_name
from duotone.analyzer.mutate.source import FUNCTIONS, Source
from duotone.analyzer.mutate.uses import is_handed_on

if TYPE_CHECKING:
    from collections.abc import Iterator

    from duotone.analyzer.mutate.source import Function

_AWAITABLE = frozenset({"Awaitable", "Coroutine", "Future", "Task"})
_COLLECTS = frozenset({"append", "add", "extend", "insert", "put", "put_nowait", "appendleft"})


def is_settled(source: Source, call: ast.Call) -> bool:
    """Whether the value is returned to who may await it, handed to who does, or kept under a name that is awaited."""
    if is_handed_on(source, call) or any(isinstance(one, ast.Lambda) for one in source.above(call)):
        return True
    statement, function = source.statement(call), source.function(call)
    if isinstance(statement, ast.Return) and _gives_awaitables(function):
        return True
    if _is_never_reached(source, statement):
        return True
    kept = {ast.dump(one) for one in _keepers(source, call, statement)}
    around = function if all(one.startswith("Name(") for one in kept) else source.tree
    return around is not None and any(_uses_up(source, node, kept) for node in ast.walk(around))


def _gives_awaitables(function: Function | None) -> bool:
    """Whether what a function returns is for others to await: a plain one may, an async one says so."""
    if not isinstance(function, ast.AsyncFunctionDef) or function.returns is None:
        return not isinstance(function, ast.AsyncFunctionDef)
    return last_name(function.returns) in _AWAITABLE


def _is_never_reached(source: Source, statement: ast.stmt) -> bool:
    """Whether something before a statement leaves, or the test that it stands in is always skipped."""
    for one in (statement, *source.above(statement)):
        if isinstance(one, FUNCTIONS):
            return any(last_name(part) == "skip" for part in one.decorator_list)
        above = source.parents.get(one)
        blocks: list[list[ast.AST]] = [getattr(above, name, []) for name in ("body", "orelse", "finalbody")]
        before = next((block[: block.index(one)] for block in blocks if one in block), list[ast.AST]())
        if any(isinstance(part, ast.Return | ast.Raise | ast.Break | ast.Continue) for part in before):
            return True
    return False


def _keepers(source: Source, call: ast.Call, statement: ast.stmt) -> Iterator[ast.expr]:
    """Yield the names and attributes under which the value, or a container of it, is kept."""
    if isinstance(statement, ast.Assign | ast.AnnAssign):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        for target in targets:
            yield from (_read(one) for one in (target.elts if isinstance(target, ast.Tuple) else [target]))
    around = next((one for one in source.above(call) if isinstance(one, ast.Call)), None)
    if around and isinstance(around.func, ast.Attribute) and around.func.attr in _COLLECTS:
        yield around.func.value


def _read(target: ast.expr) -> ast.expr:
    """Return what reads a target: a container for an item, the same name otherwise."""
    if isinstance(target, ast.Subscript):
        return target.value
    again = ast.parse(ast.unparse(target), mode="eval").body
    return again.value if isinstance(again, ast.Starred) else again


def _uses_up(source: Source, node: ast.AST, kept: set[str]) -> bool:
    """Whether a node reads what was kept, and awaits it, iterates over it to await, hands it on or returns it."""
    if (
        not isinstance(node, ast.Name | ast.Attribute)
        or not isinstance(node.ctx, ast.Load)
        or ast.dump(node) not in kept
    ):
        return False
    parent = source.parents[node]
    if isinstance(parent, ast.Await) or is_handed_on(source, node):
        return True
    if isinstance(parent, ast.For | ast.comprehension) and parent.iter is node:
        names = {one.id for one in ast.walk(parent.target) if isinstance(one, ast.Name)}
        inside = source.parents[parent] if isinstance(parent, ast.comprehension) else parent
        awaited = (one.value for one in ast.walk(inside) if isinstance(one, ast.Await))
        return any(isinstance(one, ast.Name) and one.id in names for one in awaited)
    return isinstance(parent, ast.Return) and isinstance(source.function(node), ast.FunctionDef)
