"""Under which conditions on its parameters a function returns this or that, as text that is read again for a call."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence

from duotone.analyzer.outline.branches import Known, taken
from duotone.analyzer.parsing.walking import all_params, walk

__all__ = ["guards"]

_ASKING = (ast.BoolOp, ast.Compare, ast.Name, ast.UnaryOp)
_LEAVING = (ast.Return, ast.Raise)


def guards(function: ast.FunctionDef | ast.AsyncFunctionDef, known: Known) -> dict[ast.Return, str]:
    """What parameters, which keep what they were given, must be for each `return` that depends on them."""
    if not any(isinstance(one, ast.If | ast.Match) for one in function.body):
        return {}
    given = {arg.arg for arg in all_params(function.args)} - {"self", "cls"}
    changed = {one.id for one in walk(function) if isinstance(one, ast.Name) and not isinstance(one.ctx, ast.Load)}
    if not given - changed:
        return {}
    return {node: " and ".join(tests) for node, tests in _guarded(function.body, given - changed, known, ()) if tests}


_Tests = tuple[str, ...]
_Branch = tuple[str, Sequence[ast.stmt]]


def _guarded(
    body: Sequence[ast.stmt], names: Collection[str], known: Known, tests: _Tests
) -> Iterator[tuple[ast.Return, _Tests]]:
    for statement in body:
        if isinstance(statement, ast.Return):
            yield statement, tests
        elif branches := _branches(statement, names):
            before: _Tests = ()
            for test, block in branches:
                yield from _guarded(block, names, known, (*tests, *before, test) if test else (*tests, *before))
                before += (f"not {test}",) if test else ()
            # What leaves has been the way of those for whom its test held.
            tests += tuple(
                f"not {test}" for test, block in branches[:1] if test and block and isinstance(block[-1], _LEAVING)
            )
        else:
            for block in taken(statement, known):
                yield from _guarded(block, names, known, tests)


def _branches(statement: ast.stmt, names: Collection[str]) -> list[_Branch]:
    """The branches of a statement that asks parameters which one to take, each with its test; the last has none."""
    if isinstance(statement, ast.If) and _asks(statement.test, names):
        return [(f"({ast.unparse(statement.test)})", statement.body), ("", statement.orelse)]
    if isinstance(statement, ast.Match) and _asks(statement.subject, names):
        found: list[_Branch] = [(_matched(statement.subject, case), case.body) for case in statement.cases]
        return found if all(test for test, _ in found[:-1]) else []
    return []


def _asks(test: ast.expr, names: Collection[str]) -> bool:
    is_asking = isinstance(test, _ASKING) or (
        isinstance(test, ast.Call) and isinstance(test.func, ast.Name) and test.func.id == "callable"
    )
    return is_asking and any(isinstance(one, ast.Name) and one.id in names for one in walk(test))


def _matched(subject: ast.expr, case: ast.match_case) -> str:
    """The test of a case that compares with what is written down; nothing for any other."""
    pattern = case.pattern
    if case.guard is not None or not isinstance(pattern, ast.MatchValue) or not isinstance(pattern.value, ast.Constant):
        return ""
    return f"({ast.unparse(subject)} == {ast.unparse(pattern.value)})"
