"""Blocking calls that hold up nobody, since nothing else is on the loop: questions to a user, and first steps."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from typing import Any

from duotone.analyzer.findings import Place
from duotone.analyzer.flow.file import File
from duotone.analyzer.rules.program import Program

__all__ = ["Alone", "kept"]

_KEPT_BY = "DUO301"
_QUESTIONS = frozenset({"builtins.input", "getpass.getpass"})
_BESIDE = ("create_task(", "ensure_future(", "gather(", "TaskGroup(", "start_soon(", "_threadsafe(", "start_server(")
_RUN = re.compile(r"\b(?:asyncio|anyio|trio)\.run\((\w+)")
_LIFESPAN = re.compile(r"\blifespan=(\w+)")
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_WAITING = (ast.Await, ast.AsyncFor, ast.AsyncWith)


def kept(file: File) -> dict[str, Any]:
    """Whether a file makes anything go on beside its own steps, and up to which line functions have the loop alone.

    What a loop is begun with has it until its first `await`, and the lifespan of an application until its `yield`.
    """
    source = file.source
    first = {name: _WAITING for name in _RUN.findall(source) if _is_called_once(name, source)}
    first |= dict.fromkeys(_LIFESPAN.findall(source), (ast.Yield,))
    ends = {
        ran.name: _end(ran.node.body, first[ran.node.name])
        for ran in file.ran
        if first and isinstance(ran.node, ast.AsyncFunctionDef) and ran.node.name in first
    }
    return {"beside": any(word in source for word in _BESIDE), "ends": ends}


def _is_called_once(name: str, source: str) -> bool:
    """Tell whether nobody but the loop calls a function: there is its definition, and one more mention."""
    return len(re.findall(rf"(?<!\.run\()\b{name}\(", source)) == 1


def _end(body: Sequence[ast.stmt], kinds: tuple[type[ast.AST], ...]) -> int:
    """The line of the first statement in which others may run."""
    for statement in body:
        if any(isinstance(node, kinds) for node in _own(statement)):
            return _end(statement.body, kinds) if isinstance(statement, ast.Try | ast.With) else statement.lineno
    return 0


def _own(node: ast.AST) -> Iterator[ast.AST]:
    """A node and those below it, but for functions within."""
    if not isinstance(node, _FUNCTIONS):
        yield node
        for child in ast.iter_child_nodes(node):
            yield from _own(child)


class Alone:
    """Knows of all files where functions have their loop alone."""

    def __init__(self, program: Program) -> None:
        self._kept: dict[str, dict[str, Any]] = {file.path: file.kept[_KEPT_BY] for file in program.files}

    def holds_up_nobody(self, name: str, caller: str, start: Place, end: Place) -> bool:
        """Tell whether a call that blocks, at the end of a way from an async function, has the loop alone."""
        if start.line < self._kept[start.path]["ends"].get(caller, 0):
            return True
        return name in _QUESTIONS and not any(self._kept[place.path]["beside"] for place in (start, end))
