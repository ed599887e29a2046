"""Handlers of a loop that could not be started, since one is running, isn't running, or of what older ones lack."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping

from duotone.analyzer.flow import known
from duotone.analyzer.flow.file import Ran
from duotone.analyzer.flow.hints.asking import asks_where_it_runs
from duotone.analyzer.flow.keeping import made_as
from duotone.analyzer.flow.narrowing import caught
from duotone.analyzer.parsing.walking import walk
from duotone.analyzer.rules.writer import Writer

__all__ = ["RUNS", "fails_again", "found_none", "is_for_older_asyncio", "lacks_newer", "refused"]

RUNS = frozenset({"asyncio.run", "asyncio.runners.run"})
_ASKING = frozenset({"get_event_loop", "get_running_loop"})
"""What gives the loop that is running, and fails itself where there is none."""
_NEEDS_RUNNING = frozenset({"create_task", "current_task", "ensure_future", "get_running_loop"})
"""What fails where no loop is running."""
_NEWER = frozenset(
    {
        "Runner",
        "TaskGroup",
        "all_tasks",
        "create_task",
        "current_task",
        "get_running_loop",
        "run",
        "timeout",
        "to_thread",
    }
)
"""What asyncio of older versions hasn't."""
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_SAID = re.compile(r"(?<!no )(?<!not )\brunning\b")
"""What the message says with which a loop isn't started, and not that with which none is found."""


def refused(node: ast.Call, ran: Ran | None, writer: Writer) -> ast.Call | None:
    """The `asyncio.run` whose failure led to a call, where that is known to be for a loop that runs already."""
    if ran is None or "except" not in writer.file.source:
        return None
    for parent in writer.layout.above(node):
        if isinstance(parent, _SCOPES):
            return None
        if isinstance(parent, ast.ExceptHandler) and "RuntimeError" in caught(parent.type):
            found = _tried(parent, ran, writer)
            texts = [*_asked_texts(node, writer)]
            return found if not texts or any(map(_SAID.search, texts)) else None
    return None


def found_none(node: ast.Call, ran: Ran | None, writer: Writer) -> bool:
    """Tell whether a call stands in the handler of what fails where no loop is running: there is none to ask for."""
    if ran is None or "except" not in writer.file.source:
        return False
    for parent in writer.layout.above(node):
        if isinstance(parent, _SCOPES):
            return False
        if isinstance(parent, ast.ExceptHandler) and "RuntimeError" in caught(parent.type):
            around = writer.layout.parents[parent]
            tried = [part for one in getattr(around, "body", ()) for part in walk(one) if isinstance(part, ast.Call)]
            asked = [known.chain(call.func) for call in tried]
            return any(name.rpartition(".")[2] in _NEEDS_RUNNING and _is_of_asyncio(name) for name in asked)
    return False


def is_for_older_asyncio(around: ast.AST, parents: Mapping[ast.AST, ast.AST]) -> bool:
    """Tell whether a handler is for an asyncio that lacks what newer ones have."""
    if not isinstance(around, ast.ExceptHandler) or {"AttributeError", "ImportError"}.isdisjoint(caught(around.type)):
        return False
    tried = getattr(parents.get(around), "body", ())
    return any(_names_newer(one) for statement in tried for one in walk(statement))


def lacks_newer(test: ast.expr) -> bool:
    """Tell whether a test that fails says that asyncio lacks what newer ones have."""
    match test:
        case ast.Call(func=ast.Name(id="hasattr"), args=[module, ast.Constant(value=name)]):
            return known.chain(module) == "asyncio" and name in _NEWER
        case _:
            return False


def _names_newer(node: ast.AST) -> bool:
    """Tell whether a node takes something from asyncio that older ones hadn't."""
    match node:
        case ast.Attribute(value=ast.Name(id="asyncio"), attr=name):
            return name in _NEWER
        case ast.ImportFrom(module="asyncio", names=names):
            return any(one.name in _NEWER for one in names)
        case _:
            return False


def _is_of_asyncio(name: str) -> bool:
    """Tell whether a name is one of asyncio's; methods of that name are a loop's or a group's, and fail otherwise."""
    return name.rpartition(".")[0] in {"", "asyncio"}


def _tried(handler: ast.ExceptHandler, ran: Ran, writer: Writer) -> ast.Call | None:
    """The call of `asyncio.run` that a handler is for; who asks for a loop as well may have failed by that."""
    around = writer.layout.parents[handler]
    tried = {part for one in getattr(around, "body", ()) for part in walk(one)}
    calls = [(name, call) for name, call, _ in writer.file.calls(ran) if call in tried]
    if any(name.rpartition(".")[2] in _ASKING for name, _ in calls):
        return None
    return next((call for name, call in calls if name in RUNS), None)


def _asked_texts(node: ast.Call, writer: Writer) -> Iterator[str]:
    """The texts that are asked for between a handler and a call."""
    child: ast.AST = node
    for parent in writer.layout.above(node):
        if isinstance(parent, ast.ExceptHandler):
            return
        if isinstance(parent, ast.If) and child in parent.body:
            parts = [*walk(parent.test)]
            is_denied = any(isinstance(part, ast.Compare) and isinstance(part.ops[0], ast.NotIn) for part in parts)
            texts = [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]
            yield from ("" if is_denied else text for text in texts)
        child = parent


def fails_again(node: ast.Call, ran: Ran, writer: Writer) -> bool:
    """Tell whether a call in such a handler starts a loop again: the running one, or any where the message was read.

    Who asks whether one is running may go another way.
    """
    if not isinstance(node.func, ast.Attribute) or asks_where_it_runs(writer.file.source, ran.node):
        return False
    return any(_asked_texts(node, writer)) or _is_running(node.func.value, ran)


def _is_running(loop: ast.expr, ran: Ran) -> bool:
    """Tell whether a loop was asked for, and not made."""
    made = made_as(ran.node, loop.id) if isinstance(loop, ast.Name) else loop
    if not isinstance(made, ast.Call):
        return False
    name = known.chain(made.func).rpartition(".")[2]
    return name in _ASKING
