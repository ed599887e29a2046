"""Whether what a call waits for has happened by the time of the call, or no loop is there that it could hold up."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from duotone.analyzer.flow.known import chain
from duotone.analyzer.flow.waiting.parting import has_parted
from duotone.analyzer.flow.way import before, holding
from duotone.analyzer.parsing.walking import walk

__all__ = ["has_happened", "is_in_child"]

_STATES = ("cancelled", "done", "exception", "failed")
"""What tells whether a future has its result."""
_RUNS = frozenset({"run", "run_forever", "run_until_complete"})
_ENDS = ("Popen.communicate", "Popen.wait", "Process.join", "threading.Thread.join")
"""What waits for a process or a thread to end."""
_WAITS = frozenset({"communicate", "join", "wait"})
_FORKS = frozenset({"fork", "forkpty", "os.fork", "os.forkpty", "pty.fork"})


def has_happened(tree: ast.Module, function: ast.AST, name: str, node: ast.Call) -> bool:
    """Tell whether what a call waits for is over, or a loop is about to run, or a thread was told to end and will."""
    owner = chain(node.func.value) if isinstance(node.func, ast.Attribute) else ""
    if not owner:
        return False
    if name.endswith("Future.result"):
        return _is_done(function, owner, node) or has_parted(tree, function, owner, node)
    if name.endswith(_ENDS) and _has_ended(function, owner, node):
        return True
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


def _has_ended(function: ast.AST, worker: str, node: ast.Call) -> bool:
    """Tell whether a process or a thread is known to have ended: it was asked, or waited for, and is the same since."""
    targets = [part for part in walk(function) if isinstance(part, ast.Name | ast.Attribute)]
    bound = [part.lineno for part in targets if isinstance(part.ctx, ast.Store) and chain(part) == worker]
    body = getattr(function, "body", ())
    told: list[ast.expr | ast.stmt] = [
        test for test, is_true in holding(body, node) if _is_over(test, worker, is_true=is_true)
    ]
    told += [statement for statement in before(body, node) if _waits_for(statement, worker)]
    return any(not any(part.lineno < line <= node.lineno for line in bound) for part in told)


def _is_over(test: ast.expr, worker: str, *, is_true: bool) -> bool:
    """Tell whether a test that has come to this says that a process has a result, or that a thread is not alive."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return _is_over(operand, worker, is_true=not is_true)
        case ast.BoolOp(op=op, values=parts):
            return isinstance(op, ast.And) is is_true and any(_is_over(one, worker, is_true=is_true) for one in parts)
        case ast.Compare(left=left, ops=[ast.Is() | ast.IsNot() as op], comparators=[ast.Constant(value=None)]):
            left = left.value if isinstance(left, ast.NamedExpr) else left
            asked = left.func if isinstance(left, ast.Call) else left
            return isinstance(op, ast.IsNot) is is_true and chain(asked) in {f"{worker}.poll", f"{worker}.returncode"}
        case ast.Call(func=asked, args=[]):
            return not is_true and chain(asked) == f"{worker}.is_alive"
        case _:
            return False


def _waits_for(statement: ast.stmt, worker: str) -> bool:
    """Tell whether a statement, or its test, is over when a process or a thread is; a time to wait may end before."""
    match statement:
        case ast.If(test=part) | ast.While(test=part) | ast.Expr(value=part):
            pass
        case ast.Assign(value=part):
            pass
        case _:
            return False
    parts = [*walk(part)]
    waiting = [one for one in parts if isinstance(one, ast.Attribute) and chain(one.value) == worker]
    waiting = [one for one in waiting if one.attr in _WAITS]
    is_awaited = any(isinstance(one, ast.Await) for one in parts)
    return any(is_awaited or _is_called_for_good(one, parts) for one in waiting)


def _is_called_for_good(method: ast.Attribute, parts: Sequence[ast.AST]) -> bool:
    calls = [one for one in parts if isinstance(one, ast.Call) and one.func is method]
    return any(method.attr != "join" or not (one.args or one.keywords) for one in calls)


def is_in_child(source: str, function: ast.AST, node: ast.AST) -> bool:
    """Tell whether only a forked child runs a node: the loop there is a copy, and nobody waits for it."""
    if "fork" not in source:
        return False
    body = getattr(function, "body", ())
    forked = {name for part in walk(function) if isinstance(part, ast.Assign) for name in _forked(part)}
    return any(_is_of_child(test, forked, is_true=is_true) for test, is_true in holding(body, node))


def _forked(statement: ast.Assign) -> Iterator[str]:
    """The name that is 0 in a forked child."""
    target = statement.targets[0]
    first = target.elts[0] if isinstance(target, ast.Tuple) and target.elts else target
    if isinstance(first, ast.Name) and _forks(statement.value):
        yield first.id


def _forks(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and chain(node.func) in _FORKS


def _is_of_child(test: ast.expr, forked: set[str], *, is_true: bool) -> bool:
    """Tell whether a test that has come to this says that what forking gave is 0."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return _is_of_child(operand, forked, is_true=not is_true)
        case ast.Compare(left=left, ops=[op], comparators=[ast.Constant(value=0)]):
            is_same = isinstance(op, ast.Eq) if is_true else isinstance(op, ast.Gt | ast.NotEq)
            return is_same and _is_forked(left, forked)
        case _:
            return not is_true and _is_forked(test, forked)


def _is_forked(node: ast.expr, forked: set[str]) -> bool:
    return _forks(node) or (isinstance(node, ast.Name) and node.id in forked)
