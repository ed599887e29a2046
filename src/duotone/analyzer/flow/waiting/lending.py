"""Loops that are there before the code of a function: lent by whoever runs it, or always there, as in a browser."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator

from duotone.analyzer.flow.hints.asking import has
from duotone.analyzer.flow.seen import Ran, Seen
from duotone.analyzer.parsing.walking import all_params, walk

__all__ = ["calls_what_it_is_given", "lends_loop", "runs_in_browser"]

_SET = "set_event_loop"
_NEW = "new_event_loop"
_OF_BROWSERS = frozenset({"js", "pyodide", "pyodide_js"})
_WORDS = ("import js", "from js ", "from js.", "pyodide")


def runs_in_browser(file: Seen, ran: Ran | None) -> bool:
    """Tell whether a function, or what it stands in, has imported what only Pyodide has, whose loop is always there."""
    if not has(file.source, _WORDS):
        return False
    while ran is not None:
        if _imports_browser(ran.node):
            return True
        ran = ran.outer
    return _imports_browser(file.tree)


@functools.lru_cache(maxsize=8)
def _imports_browser(node: ast.AsyncFunctionDef | ast.FunctionDef | ast.Module) -> bool:
    """Tell whether one of the statements of a body imports it; each function asks for its module."""
    return any(not _OF_BROWSERS.isdisjoint(_imported(one)) for one in node.body)


def _imported(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, ast.Import):
        yield from (one.name.partition(".")[0] for one in statement.names)
    elif isinstance(statement, ast.ImportFrom) and not statement.level:
        yield (statement.module or "").partition(".")[0]


def lends_loop(ran: Ran) -> bool:
    """Tell whether a plain function sets a new loop that it does nothing with, and then goes on with something else."""
    node = ran.node
    if isinstance(node, ast.AsyncFunctionDef | ast.Module):
        return False
    calls = [part for part in walk(node) if isinstance(part, ast.Call)]
    lines = [part.lineno for part in calls if _called(part) == _SET and _is_new(part.args, node)]
    return bool(lines) and any(part.lineno > lines[0] for part in calls)


def _is_new(given: list[ast.expr], node: ast.FunctionDef) -> bool:
    """Tell whether a loop was made to be set, and for nothing else that a function does."""
    loop = given[0] if len(given) == 1 else None
    if not isinstance(loop, ast.Name):
        return isinstance(loop, ast.Call) and _called(loop) == _NEW
    if loop.id in {param.arg for param in all_params(node.args)}:
        return False
    uses = [part for part in walk(node) if isinstance(part, ast.Name) and part.id == loop.id and part is not loop]
    return len(uses) == 1 and any(
        isinstance(part, ast.Assign) and uses[0] in part.targets and _is_new([part.value], node) for part in walk(node)
    )


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def calls_what_it_is_given(ran: Ran) -> bool:
    """Tell whether a function calls what has no name: what a call gave, a parameter, or what it has kept of these."""
    node = ran.node
    if isinstance(node, ast.Module):
        return False
    own = {param.arg for param in all_params(node.args)}
    parts = [*walk(node)]
    own |= {
        target.id
        for part in parts
        if isinstance(part, ast.Assign)
        for target in part.targets
        if isinstance(target, ast.Name)
    }
    calls = [part.func for part in parts if isinstance(part, ast.Call)]
    return any(
        isinstance(one, ast.Call | ast.Subscript) or (isinstance(one, ast.Name) and one.id in own) for one in calls
    )
