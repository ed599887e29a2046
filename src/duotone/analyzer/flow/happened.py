"""Whether what a call waits for has happened by the time of the call, so that it holds up nobody."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from duotone.analyzer.flow.known import chain
from duotone.analyzer.parsing.walking import walk

__all__ = ["has_happened"]

_STATES = ("cancelled", "done", "exception", "failed")
"""What tells whether a future has its result."""
_RUNS = frozenset({"run", "run_forever", "run_until_complete"})


def has_happened(tree: ast.Module, function: ast.AST, name: str, node: ast.Call) -> bool:
    """Tell whether a function takes the result of a future that is done, or waits until a loop begins to run."""
    owner = chain(node.func.value) if isinstance(node.func, ast.Attribute) else ""
    if not owner:
        return False
    if name.endswith("Future.result"):
        return _is_done(function, owner, node)
    return name.endswith("threading.Event.wait") and _tells_of_a_loop(tree, owner.rpartition(".")[2])


def _is_done(function: ast.AST, future: str, node: ast.Call) -> bool:
    """Tell whether a function asks a future how far it is, or has awaited something since it asked to be told."""
    told: list[ast.Attribute] = []
    awaited: list[ast.Await] = []
    for part in walk(function):
        if isinstance(part, ast.Await):
            awaited.append(part)
        elif isinstance(part, ast.Attribute) and chain(part.value) == future:
            if part.attr in _STATES:
                return True
            if part.attr == "add_done_callback":
                told.append(part)
    return any(one.lineno < wait.lineno <= node.lineno for one in told for wait in awaited)


def _tells_of_a_loop(tree: ast.Module, event: str) -> bool:
    """Tell whether an event is set by what runs a loop right after, so that nobody waits but for a thread to start."""
    return any(
        isinstance(function, ast.FunctionDef) and _sets_and_runs([*_calls(function)], event) for function in walk(tree)
    )


def _sets_and_runs(calls: list[ast.Attribute], event: str) -> bool:
    sets = [one.lineno for one in calls if one.attr == "set" and chain(one.value).rpartition(".")[2] == event]
    return any(one.attr in _RUNS and one.lineno > line for one in calls for line in sets)


def _calls(function: ast.AST) -> Iterator[ast.Attribute]:
    for part in walk(function):
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute):
            yield part.func
