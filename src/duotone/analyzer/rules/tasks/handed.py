"""Functions that give their caller the only reference to a task, and the callers that drop it."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from typing import Any

from duotone.analyzer.findings import Place, Step
from duotone.analyzer.flow.file import File, Ran
from duotone.analyzer.flow.hints.asking import asks_where_it_runs
from duotone.analyzer.flow.keeping import made_as, reads
from duotone.analyzer.rules.program import Program
from duotone.analyzer.rules.writer import Writer, short

__all__ = ["collected", "dropped"]

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_KEPT_BY = "DUO501"
_BOUND = frozenset({"classmethod", "staticmethod"})
_WATCHES = frozenset(f"{module}.{name}" for module in ("asyncio", "asyncio.tasks") for name in ("gather", "shield"))
"""What they return is one more way to wait for the futures that they are given."""


def collected(file: File, writer: Writer) -> dict[str, Any]:
    """What each function gives out of what it has just made, and which calls of the project drop an awaitable."""
    gives = {ran.name: found for ran in file.ran if (found := _given_out(file, ran))}
    drops: list[tuple[object, ...]] = []
    for callee, node, ran in file.dropped:
        place = writer.place(node)
        drops.append((callee, place.line, place.column, place.end_line, place.end_column, ran.name if ran else ""))
    return {"gives": gives, "drops": drops}


def _given_out(file: File, ran: Ran) -> list[str]:
    """The callables whose fresh results a plain function returns; nothing where it returns anything else."""
    if not isinstance(ran.node, ast.FunctionDef) or ran.symbol is None:
        return []
    if not _BOUND.issuperset(ran.symbol.outline.decorators):
        return []
    found: list[str] = []
    for _, statement in ran.returned:
        value = statement.value
        if isinstance(value, ast.Name):
            value = _made_for(ran.node, value)
        if isinstance(value, ast.Call):
            name = file.called.get(value) or _callee(ran, value)
            if name in _WATCHES and _is_of_kept(value):
                return []
            found.append(name)
        elif not (isinstance(value, ast.Constant) and value.value is None):
            return []
    if not found or not all(found) or asks_where_it_runs(file.source, ran.node):
        # Where no loop runs, who asks for one has waited for the end itself, and gives nothing that could be kept.
        return []
    return sorted(set(found))


def _is_of_kept(node: ast.Call) -> bool:
    """Tell whether a call is only given what an object holds: that goes on and tells its failure by itself."""
    given = [arg.value if isinstance(arg, ast.Starred) else arg for arg in node.args]
    return bool(given) and all(isinstance(arg, ast.Attribute) for arg in given)


def _made_for(function: _Function, name: ast.Name) -> ast.expr | None:
    """What a name was bound to, where that happens once and nobody but its `return` reads it."""
    return made_as(function, name.id) if reads(function, name.id) == [name] else None


def _callee(ran: Ran, node: ast.Call) -> str:
    found = {symbol.name for symbol, call, _ in ran.calls if call is node}
    return found.pop() if len(found) == 1 else ""


def dropped(program: Program, makers: Collection[str]) -> Iterator[tuple[Place, str, str, str, tuple[Step, ...]]]:
    """Calls that drop what a helper made for them: where, in what, the helper, its maker, and the proof."""
    gives = {name: made for file in program.files for name, made in file.kept[_KEPT_BY]["gives"].items()}
    overridden = {name for function in program.functions.values() for name in function.overrides}
    for file in program.files:
        for callee, line, column, end_line, end_column, symbol in file.kept[_KEPT_BY]["drops"]:
            if callee in overridden:
                continue
            made = _ends(gives, callee)
            if made and all(maker in makers for maker in made):
                place = Place(file.path, line, column, end_line, end_column)
                maker = min(made)
                steps = (Step("made", f"`{short(callee)}` returns what `{short(maker)}` gives", program.place(callee)),)
                yield place, symbol or file.module, callee, maker, steps


def _ends(gives: dict[str, list[str]], name: str) -> set[str]:
    """What makes the results that a function gives out, through all the functions that only hand them on."""
    passed = list(gives.get(name, ()))
    for one in passed:
        passed += [made for made in gives.get(one, ()) if made not in passed]
    return {one for one in passed if one not in gives}
