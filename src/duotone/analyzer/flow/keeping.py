"""Whether a local name keeps what it stands for: somebody reads it, or its function goes on while it does."""

from __future__ import annotations

import ast
import functools
from collections.abc import Collection, Iterator, Sequence
from typing import TypeGuard

from duotone.analyzer.flow import known
from duotone.analyzer.parsing.walking import params, walk

__all__ = [
    "OF_LOOP", "bound_name", "called_back", "comes_back", "is_bound_anew", "is_forgotten", "is_of_loop", "made_as",
    "reads",
]  # fmt: skip

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_OWN_FRAME = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_SUSPENDS = (ast.Await, ast.AsyncFor, ast.AsyncWith, ast.Yield, ast.YieldFrom)
_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_EVERY_NAME = frozenset({"eval", "exec", "globals", "locals", "vars"})
OF_LOOP = "loop.create_task"
"""What a call is taken for whose receiver only has the name of a loop."""
_RUNS_ON = ("exec", "join", "mainloop", "run", "serve", "start", "wait")
"""What is called like this may run the loop, and return when everything is done."""


def bound_name(statement: ast.stmt | None, value: ast.expr) -> str:
    """The one name that a statement binds to a value; nothing where there is more to it."""
    if isinstance(statement, ast.Assign) and statement.value is value and len(statement.targets) == 1:
        target = statement.targets[0]
    elif isinstance(statement, ast.AnnAssign) and statement.value is value:
        target = statement.target
    else:
        return ""
    return target.id if isinstance(target, ast.Name) else ""


def made_as(function: ast.AST, name: str) -> ast.expr | None:
    """What a name is bound to in a function, where that happens once."""
    values = [
        part.value
        for part in walk(function)
        if isinstance(part, ast.Assign | ast.AnnAssign) and part.value and bound_name(part, part.value) == name
    ]
    return values[0] if len(values) == 1 else None


def is_forgotten(function: _Function, statement: ast.stmt, name: str) -> bool:
    """Tell whether nobody reads a name that a statement binds, and the function ends before what it stands for."""
    found = reads(function, name)
    if (found and not {*_attached(function, name)}.issuperset(found)) or _is_shared(function, name):
        return False
    # Whoever calls it `_` lets go of it, and the next `_` does so in fact; the frame that runs the loop keeps it.
    is_let_go = name == "_" and (isinstance(function, ast.AsyncFunctionDef) or _is_rebound(function, statement, name))
    return is_let_go or not _goes_on(function, statement)


def is_bound_anew(function: _Function, statement: ast.stmt, name: str) -> bool:
    """Tell whether the next turn of an endless loop binds a name anew, while what it stands for may go on.

    A branch that leaves the loop may read it.
    """
    loops = [node for node in _own(function) if isinstance(node, ast.While) and _is_endless(node, statement)]
    if not loops or _is_shared(function, name):
        return False
    leaving = [block for loop in loops for node in walk(loop) if isinstance(node, ast.If) for block in _leaving(node)]
    read_there = {part for block in leaving for one in block for part in walk(one)}
    return {*_attached(function, name), *read_there}.issuperset(reads(function, name))


def _is_endless(loop: ast.While, statement: ast.stmt) -> bool:
    """Tell whether a loop that has a statement in it has no condition to end by."""
    return isinstance(loop.test, ast.Constant) and bool(loop.test.value) and statement in walk(loop)


def _leaving(node: ast.If) -> Iterator[Sequence[ast.stmt]]:
    """The branches that end with leaving the loop around them, or the function."""
    for block in (node.body, node.orelse):
        if block and isinstance(block[-1], ast.Break | ast.Raise | ast.Return):
            yield block


def _is_rebound(function: _Function, statement: ast.stmt, name: str) -> bool:
    """Tell whether a function binds a name elsewhere too."""
    own = {*walk(statement)}
    return any(isinstance(part, ast.Name) and part.id == name and part not in own for part in _own(function))


def _attached(function: _Function, name: str) -> Iterator[ast.Name]:
    """Where a name is read only to add a callback: what it stands for holds that, and not the other way round."""
    for node in walk(function):
        read = called_back(node.value) if isinstance(node, ast.Expr) else None
        if isinstance(read, ast.Name) and read.id == name:
            yield read


def called_back(node: ast.expr) -> ast.expr | None:
    """What a call adds a callback to, or None where it is none that does."""
    match node:
        case ast.Call(func=ast.Attribute(value=value, attr="add_done_callback")):
            return value
        case _:
            return None


def is_of_loop(node: ast.expr) -> bool:
    """Tell whether something that has the name of a loop is asked for a task of what a call gives."""
    match node:
        case ast.Call(func=ast.Attribute(value=loop, attr="create_task"), args=[ast.Call(), *_]):
            return known.chain(loop).rpartition(".")[2].lstrip("_") == "loop"
        case _:
            return False


def reads(function: _Function, name: str) -> list[ast.Name]:
    """Everything in a function, and in those within it, that may read a name."""
    found = [
        node
        for node in walk(function)
        if isinstance(node, ast.Name) and (node.id in _EVERY_NAME or (node.id == name and not _is_store(node)))
    ]
    others = {*_of_others(function, name)} if found else set[ast.AST]()
    return [node for node in found if node not in others]


def _of_others(function: _Function, name: str) -> Iterator[ast.AST]:
    """What stands in the functions within a function that have a parameter of the same name, and read that one."""
    for scope in walk(function):
        if scope is function or not isinstance(scope, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if any(arg.arg == name for arg in params(scope.args)):
            for part in scope.body if isinstance(scope.body, list) else [scope.body]:
                yield from walk(part)


def _is_store(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store)


def _is_shared(function: _Function, name: str) -> bool:
    return any(isinstance(node, ast.Global | ast.Nonlocal) and name in node.names for node in walk(function))


def _goes_on(function: _Function, statement: ast.stmt) -> bool:
    """Tell whether the function may wait for something once the statement is done; a loop comes back to its start."""
    around = [node for node in _own(function) if isinstance(node, _LOOPS) and statement in walk(node)]
    end = (statement.end_lineno or 0, statement.end_col_offset or 0)
    start = min([end, *((loop.lineno, loop.col_offset) for loop in around)])
    return any(_waits(node) and (node.lineno, node.col_offset) >= start for node in _own(function))


def comes_back(function: ast.AST, statement: ast.stmt, name: str, *, is_used: bool, is_bare: bool) -> bool:
    """Tell whether the next turn of a loop awaits or gives away what a statement binds, before it is bound anew.

    What isn't used in its own turn may be used by any part of the next. To give away an attribute of a bare coroutine
    is not to give that away, and fails.
    """
    loops = [loop for loop in _loops(function) if statement in walk(loop)]
    if not loops:
        return False
    end = (statement.lineno, statement.col_offset) if is_used else None
    own = {*walk(statement)}
    failing = {part.value for loop in loops for part in walk(loop) if _fails(part)} if is_bare else set[ast.expr]()
    return any(
        _is_taken_first([*walk(loop)], own | failing, name, end)
        for loop in loops
        if not any(_is_named(part, name) for part in failing.intersection(_first_of(loop)))
    )


@functools.lru_cache(maxsize=1)
def _loops(function: ast.AST) -> Sequence[ast.AST]:
    """The loops in a function; each name that each of its coroutines is bound to asks."""
    return [node for node in walk(function) if isinstance(node, _LOOPS)]


def _first_of(loop: ast.AST) -> Iterator[ast.AST]:
    """What each turn of a loop begins with."""
    return walk(loop.test) if isinstance(loop, ast.While) else iter(())


def _fails(part: ast.AST) -> TypeGuard[ast.Attribute]:
    return isinstance(part, ast.Attribute) and not known.is_of_awaitables(part.attr)


def _is_named(part: ast.AST, name: str) -> bool:
    return isinstance(part, ast.Name) and part.id == name


def _is_taken_first(
    parts: Sequence[ast.AST], apart: Collection[ast.AST], name: str, end: tuple[int, int] | None
) -> bool:
    mentions = [node for node in parts if isinstance(node, ast.Name) and node.id == name and node not in apart]
    before = sorted((node for node in mentions if end is None or _position(node) < end), key=_position)
    if not before or _is_store(before[0]):
        return False
    takers = [node for node in parts if isinstance(node, ast.Await | ast.Call)]
    taken = {inner for taker in takers for inner in walk(taker)}
    return not taken.isdisjoint(before)


def _position(node: ast.Name) -> tuple[int, int]:
    return node.lineno, node.col_offset


def _own(function: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """Everything that runs in the frame of the function itself."""
    for child in ast.iter_child_nodes(function):
        if isinstance(child, _OWN_FRAME):
            continue
        if isinstance(child, ast.expr | ast.stmt):
            yield child
        yield from _own(child)


def _waits(node: ast.expr | ast.stmt) -> bool:
    if isinstance(node, ast.Call):
        function = node.func
        name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
        return name.startswith(_RUNS_ON)
    return isinstance(node, _SUSPENDS) or any(part.is_async for part in getattr(node, "generators", ()))
