"""Which branches of a statement belong to the scope around it, with the version decided, and how a body ends."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence

from duotone.analyzer.outline.constants import OPEN, Literal, Open, verdict
from duotone.analyzer.outline.versions import at_newest

__all__ = ["Known", "decided", "ends_at_work", "taken"]

_WORK = (ast.Assign, ast.AugAssign, ast.Delete, ast.For)
_WORDS = frozenset({"debug", "error", "exception", "info", "log", "print", "warn", "warning"})
_IMPORTS = (ast.Import, ast.ImportFrom)

Known = Callable[[str], Literal | Open]
"""What names are known to be."""


def _nothing(_name: str) -> Open:
    return OPEN


def taken(statement: ast.stmt, known: Known = _nothing) -> Iterator[Sequence[ast.stmt]]:
    """The bodies within a compound statement that run in its own scope."""
    if isinstance(statement, ast.If):
        yield from _chosen(statement, known)
    elif isinstance(statement, ast.For | ast.AsyncFor | ast.While):
        yield statement.body
        yield statement.orelse
    elif isinstance(statement, ast.With | ast.AsyncWith):
        yield statement.body
    elif isinstance(statement, ast.Try | ast.TryStar):
        yield statement.body
        for handler in statement.handlers:
            yield handler.body
        yield statement.orelse
        yield statement.finalbody
    elif isinstance(statement, ast.Match):
        for case in statement.cases:
            yield case.body


def _chosen(statement: ast.If, known: Known) -> Iterator[Sequence[ast.stmt]]:
    """The branches that may be taken, and the imports under `False`, which are there for the eyes of type checkers."""
    verdict = decided(statement.test, known)
    if verdict is not False:
        yield statement.body
    elif isinstance(statement.test, ast.Constant) or not statement.orelse:
        yield [one for one in statement.body if isinstance(one, _IMPORTS)]
    if verdict is not True:
        yield _beside_types(statement) if _asks_for_types(statement.test) else statement.orelse


def _asks_for_types(test: ast.expr) -> bool:
    return getattr(test, "attr", getattr(test, "id", "")) == "TYPE_CHECKING"


def _beside_types(statement: ast.If) -> Sequence[ast.stmt]:
    """What there is besides what type checkers see: `X = Any` stands in for the class of this name that they import."""
    imported = {
        alias.asname or alias.name for one in statement.body if isinstance(one, _IMPORTS) for alias in one.names
    }
    return [
        one
        for one in statement.orelse
        if not (isinstance(one, ast.Assign) and all(getattr(target, "id", "") in imported for target in one.targets))
    ]


def decided(test: ast.expr, known: Known = _nothing) -> bool | None:
    """Decide constants and `sys.version_info >= (3, x)`, or a part of it; anything else is left open.

    Stubs and compatibility code ask for the version; the newest is the one whose names are a superset.
    """
    found = verdict(test, known)
    return found if found is not None else at_newest(test)


def ends_at_work(body: Sequence[ast.stmt]) -> bool:
    """Tell whether a body ends in branches of which one does the work itself, and has nothing to return.

    What comes after a branch that returns is the other branch.
    """
    *before, last = body
    if isinstance(last, ast.With):
        return ends_at_work(last.body)
    if any(isinstance(one, ast.If) and isinstance(one.body[-1], ast.Return) for one in before) and _is_work([last]):
        return True
    return isinstance(last, ast.If) and bool(last.orelse) and any(map(_is_work, (last.body, last.orelse)))


def _is_work(branch: Sequence[ast.stmt]) -> bool:
    """Tell whether a branch does more than to say that there is nothing to do."""
    last = branch[-1]
    if isinstance(last, ast.Expr) and isinstance(last.value, ast.Call):
        called = last.value.func
        return getattr(called, "attr", getattr(called, "id", "")) not in _WORDS
    return isinstance(last, _WORK) or ends_at_work(branch)
