"""Whether what a call waits for has happened by the time of the call, so that it holds up nobody."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from duotone.analyzer.flow.known import chain
from duotone.analyzer.parsing.walking import walk

__all__ = ["has_happened"]

_STATES = ("cancelled", "done", "exception", "failed")
"""What tells whether a future has its result."""
_RUNS = frozenset({"run", "run_forever", "run_until_complete"})


def has_happened(tree: ast.Module, function: ast.AST, name: str, node: ast.Call) -> bool:
    """Tell whether a future has its result, a loop is about to run, or a thread was told to end, so that it will."""
    owner = chain(node.func.value) if isinstance(node.func, ast.Attribute) else ""
    if not owner:
        return False
    if name.endswith("Future.result"):
        return _is_done(function, owner, node)
    if name.endswith("threading.Thread.join"):
        return _is_told_to_end(tree, function, node)
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


def _is_told_to_end(tree: ast.Module, function: ast.AST, node: ast.Call) -> bool:
    """Tell whether a function has just told a thread to end, which some loop of the file asks for before each round.

    One that waits for the event loop meanwhile would never end.
    """
    told = {name: text for line, name, text in sorted(_told(function)) if line <= node.lineno}
    if not told:
        return False
    is_listening = False
    for part in walk(tree):
        if isinstance(part, ast.While):
            is_listening = is_listening or _ends_when(part.test, told)
        elif isinstance(part, ast.Attribute | ast.Name) and chain(part).endswith("run_coroutine_threadsafe"):
            return False
    return is_listening


def _told(function: ast.AST) -> Iterator[tuple[int, str, str]]:
    """The flags and events that a function sets: on which line, the last name, and what to."""
    for part in walk(function):
        match part:
            case ast.Assign(targets=[ast.Name() | ast.Attribute() as flag], value=ast.Constant(value=bool() as value)):
                yield part.lineno, chain(flag).rpartition(".")[2], str(value)
            case ast.Call(func=ast.Attribute(value=event, attr="set"), args=[]):
                yield part.lineno, chain(event).rpartition(".")[2], "True"
            case _:
                pass


def _ends_when(test: ast.expr, told: Mapping[str, str]) -> bool:
    """Tell whether a loop ends by one of some flags or events."""
    ending = "True" if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not) else "False"
    asked = test.operand if isinstance(test, ast.UnaryOp) else test
    if isinstance(asked, ast.Call) and isinstance(asked.func, ast.Attribute) and asked.func.attr in {"is_set", "wait"}:
        asked = asked.func.value
    return told.get(chain(asked).rpartition(".")[2]) == ending


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
