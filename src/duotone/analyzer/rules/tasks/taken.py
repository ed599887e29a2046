"""The coroutines that a private function is given and makes tasks of, where all who call it can be seen."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from duotone.analyzer.flow import deciding
from duotone.analyzer.flow.file import File, Ran
from duotone.analyzer.flow.needing import is_kept

__all__ = ["made_by", "taken"]


def taken(file: File, ran: Ran, name: str) -> Sequence[str]:
    """Whose coroutines the calls in a file give to a parameter, one for each; none where one may give another thing."""
    symbol, function = ran.symbol, ran.node
    if symbol is None or isinstance(function, ast.Module) or not is_kept(function, name):
        return ()
    if not symbol.outline.name.startswith("_") or symbol.outline.name.endswith("__"):
        return ()
    made: list[str] = []
    for caller in file.ran:
        for call in [call for callee, call, _ in caller.calls if callee.name == ran.name]:
            given = deciding.arguments(symbol, call) if isinstance(call, ast.Call) else ()
            values = [value for param, value in given if param.name == name]
            made += [made_by(caller, values[0]) if values else ""]
    return made if all(made) else ()


def made_by(ran: Ran, value: ast.expr) -> str:
    """The function of the project whose coroutine a value surely is."""
    found = [site.callee for site in ran.sites if site.node is value and site.is_surely_called]
    return found[0].name if found and found[0] is not None else ""
