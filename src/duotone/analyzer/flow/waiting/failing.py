"""What is run only where one call has failed, as no call does that only makes a coroutine or an async generator."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from duotone.analyzer.flow.known import chain
from duotone.analyzer.flow.needing import OBJECT
from duotone.analyzer.link.scopes import FunctionScope
from duotone.analyzer.link.symbols import FunctionSymbol
from duotone.analyzer.link.values import FunctionObject, options
from duotone.analyzer.parsing.walking import walk

__all__ = ["after_failing", "made_at", "wrapped"]

_WRAPPED = "@()"
"""Stands for what a wrapper gets from the function that it was made for."""
_WRAPS = re.compile(r"(?:functools\.)?wraps\((\w+)\)")
_SIMPLE = (ast.Attribute, ast.Constant, ast.Name)


def made_at(calls: Iterable[tuple[int, int, bool]]) -> Mapping[str, str]:
    """What calls gave, by their places, where all at a place only make something that is awaited or iterated later."""
    made: dict[str, bool] = {}
    for line, column, is_made in calls:
        made[_at(line, column)] = is_made and made.get(_at(line, column), True)
    return {name: OBJECT for name, is_made in made.items() if is_made}


def after_failing(
    function: ast.FunctionDef | ast.AsyncFunctionDef, column: Callable[[int, int], int]
) -> Iterator[tuple[Sequence[ast.stmt], str]]:
    """The blocks that are run only where one call has failed, each with the name for what that call gave."""
    name = _wrapped(map(ast.unparse, function.decorator_list))
    for part in walk(function):
        call = _tried(part.body) if isinstance(part, ast.Try | ast.TryStar) else None
        if isinstance(part, ast.Try | ast.TryStar) and call is not None:
            is_own = name and chain(call.func) == name
            given = _WRAPPED if is_own else _at(call.lineno, column(call.lineno, call.col_offset))
            yield from ((handler.body, given) for handler in part.handlers)


def wrapped(symbol: FunctionSymbol) -> Mapping[str, str]:
    """What a wrapper is known to get from the function that it was made for: that is something where it is async."""
    name = _wrapped(symbol.outline.decorators) if isinstance(symbol.scope, FunctionScope) else ""
    made_for = symbol.scope.lookup(name) if name else None
    is_async = made_for is not None and all(
        isinstance(one, FunctionObject) and one.symbol.outline.is_async and not one.doubt for one in options(made_for)
    )
    return {_WRAPPED: OBJECT} if is_async else {}


def _wrapped(decorators: Iterable[str]) -> str:
    """The name of the function that a wrapper says to be made for."""
    return next((found[1] for text in decorators if (found := _WRAPS.fullmatch(text))), "")


def _at(line: int, column: int) -> str:
    """The name for what the call at a place gave, which is None where it has failed."""
    return f"@{line}.{column}"


def _tried(body: Sequence[ast.stmt]) -> ast.Call | None:
    """The call by name of statements that do nothing else, but to return what it gave or to set names."""
    calls: list[ast.Call] = []
    for statement in body:
        value = getattr(statement, "value", None)
        if isinstance(value, ast.Call):
            calls.append(value)
        elif not (value is None or isinstance(value, ast.Constant | ast.Name)):
            return None
        if not _only_names(statement):
            return None
    return calls[0] if len(calls) == 1 and chain(calls[0].func) and _is_given_names(calls[0]) else None


def _only_names(statement: ast.stmt) -> bool:
    """Tell whether a statement returns, or binds names alone."""
    if isinstance(statement, ast.Assign):
        return all(isinstance(target, ast.Name) for target in statement.targets)
    return isinstance(statement, ast.Return | ast.Expr | ast.Pass | ast.Break | ast.Continue)


def _is_given_names(call: ast.Call) -> bool:
    """Tell whether nothing is called or put together for the arguments of a call."""
    given = [arg.value if isinstance(arg, ast.Starred) else arg for arg in call.args]
    return all(isinstance(arg, _SIMPLE) for arg in (*given, *(word.value for word in call.keywords)))
