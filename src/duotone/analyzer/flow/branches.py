"""Where branches of a body meet, and whether a loop can be left."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

from duotone.analyzer.flow.frames import TOLD, Env
from duotone.analyzer.link.attributes import find
from duotone.analyzer.link.values import Foreign, FunctionObject, Instance, Value, union
from duotone.analyzer.parsing.walking import all_params, walk

__all__ = [
    "always", "always_raises", "breaks", "chosen_lines", "ends_by_error", "ignores_params", "joined", "met",
    "only_raises", "returns", "suspends",
]  # fmt: skip

_ENDS = frozenset({"pytest.exit", "pytest.fail", "pytest.skip", "pytest.xfail"})
_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_SUSPENDING = (ast.Await, ast.AsyncFor, ast.AsyncWith, ast.Yield, ast.YieldFrom)
_FEW = 3
"""So many statements, inner ones included, make a body that only says what holds by default."""
_OWN_SCOPE = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_COLOR_QUESTIONS = frozenset({"isawaitable", "iscoroutine", "iscoroutinefunction"})


def joined(one: Env, other: Env) -> Env:
    """The names of two branches where they meet; what a test has told of an attribute holds only where both say so."""
    if one is other:
        return one
    result = dict(one)
    for name, value in other.items():
        mine = one.get(name)
        if mine is None:
            result[name] = value
        elif mine is not value:
            result[name] = union([mine, value])
    if len(result) > len(one) or len(result) > len(other):
        for name in [name for name in result if name.startswith(TOLD) and not (name in one and name in other)]:
            del result[name]
    return result


def met(one: Env, other: Env, *, is_first: bool, is_second: bool) -> Env:
    """The names after two branches, of which either may not reach its end."""
    if is_first is is_second:
        return joined(one, other)
    return one if is_first else other


def returns(function: Value) -> bool:
    """Tell whether a callable may return, which some say they never do."""
    if isinstance(function, Foreign):
        return function.name not in _ENDS
    if isinstance(function, Instance):
        found = find(function.symbol, "__call__")
        function = found[0] if found is not None else function
    if not isinstance(function, FunctionObject) or function.symbol.outline.is_async:
        return True
    return (function.symbol.outline.annotation or "").rpartition(".")[2] not in {"Never", "NoReturn"}


def only_raises(body: Sequence[ast.stmt]) -> bool:
    """Tell whether a body does nothing but raise, with a message that it may have put together before."""
    *before, last = body
    return isinstance(last, ast.Raise) and all(isinstance(one, ast.Assign | ast.Expr) for one in before)


def always_raises(body: Sequence[ast.stmt]) -> bool:
    """Tell whether every way through a body ends by raising, as far as its last statement tells."""
    match body[-1]:
        case ast.Raise():
            return True
        case ast.If(body=first, orelse=[_, *_] as second):
            return always_raises(first) and always_raises(second)
        case ast.Try(body=first, handlers=handlers, orelse=second, finalbody=last):
            ways = [second or first, *(one.body for one in handlers)]
            return (bool(last) and always_raises(last)) or all(map(always_raises, ways))
        case _:
            return False


def ignores_params(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Tell whether a body needs none of its parameters, or not all of them although it is short.

    So it is where others may override a function, or call it by contract.
    """
    names = {arg.arg for arg in all_params(function.args)} - {"self", "cls"}
    parts = [part for one in function.body if not _says_nothing(one) for part in walk(one)]
    used = {part.id for part in parts if isinstance(part, ast.Name)}
    if "locals" in used or names <= used:
        return False
    return names.isdisjoint(used) or sum(isinstance(part, ast.stmt) for part in parts) <= _FEW


def _says_nothing(statement: ast.stmt) -> bool:
    """Tell whether a statement is text, or says only that a name isn't used."""
    if isinstance(statement, ast.Assign):
        return isinstance(statement.value, ast.Name) and ast.unparse(statement.targets[0]).strip("_") == ""
    is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    return is_text or isinstance(statement, ast.Delete)


def ends_by_error(body: Sequence[ast.stmt]) -> bool:
    """Tell whether a block ends in a loop that only an error leaves: who goes on after it knows what catches that."""
    last = body[-1]
    return isinstance(last, ast.While) and not any(isinstance(part, ast.Return) for part in walk(last))


def breaks(statements: Sequence[ast.stmt]) -> bool:
    """Tell whether a loop's body can break out of it."""
    return any(isinstance(statement, ast.Break) or any(map(breaks, _parts(statement))) for statement in statements)


def _parts(statement: ast.stmt) -> Iterator[Sequence[ast.stmt]]:
    """The blocks of a statement in which a `break` would be for the loop around it."""
    if isinstance(statement, _LOOPS):
        yield statement.orelse
    elif not isinstance(statement, _OWN_SCOPE):
        for field in ("body", "orelse", "finalbody"):
            yield getattr(statement, field, ())
        for part in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
            yield part.body


def suspends(statements: Sequence[ast.stmt]) -> bool:
    """Tell whether anything is awaited in a block, wherever in it but for functions within, reached or not."""
    waiting: list[ast.AST] = [*statements]
    for part in waiting:
        if isinstance(part, _SUSPENDING) or (isinstance(part, ast.comprehension) and part.is_async):
            return True
        if not isinstance(part, (*_OWN_SCOPE, ast.Lambda)):
            waiting += ast.iter_child_nodes(part)
    return False


def always(statements: Sequence[ast.stmt]) -> Iterator[ast.AST]:
    """The nodes on the straight way through a body, which no branch, loop or handler passes by."""
    for statement in statements:
        for part in _heads(statement):
            yield from _evaluated(part)
        if isinstance(statement, ast.With | ast.AsyncWith):
            yield from always(statement.body)
        if isinstance(statement, ast.Try | ast.TryStar | ast.Return | ast.Raise | ast.With | ast.AsyncWith):
            return


def chosen_lines(statements: Sequence[ast.stmt]) -> Iterator[tuple[int, int]]:
    """The first and the last line of what a test decides about, or an error; a loop is taken to be entered.

    What depends on a color is there twice: whoever calls with the other one gets by.
    """
    for statement in statements:
        if isinstance(statement, ast.If):
            lines = statement.body[0].lineno, statement.end_lineno or 0
            yield from [lines] * (2 if _asks_for_color(statement.test) else 1)
        elif isinstance(statement, ast.Match):
            yield statement.cases[0].body[0].lineno, statement.end_lineno or 0
        elif not isinstance(statement, _OWN_SCOPE):
            for handler in getattr(statement, "handlers", ()):
                yield handler.lineno, handler.end_lineno or 0
            for field in ("body", "orelse", "finalbody"):
                yield from chosen_lines(getattr(statement, field, ()))


def _asks_for_color(test: ast.expr) -> bool:
    """Tell whether a test asks a value whether it is to be awaited."""
    names = (getattr(node, "attr", getattr(node, "id", "")) for node in walk(test))
    return any(name in _COLOR_QUESTIONS for name in names)


def _heads(statement: ast.stmt) -> Iterator[ast.AST]:
    """The expressions of a statement that come before any of its blocks."""
    if isinstance(statement, _OWN_SCOPE):
        return
    for child in ast.iter_child_nodes(statement):
        if isinstance(child, ast.expr | ast.withitem):
            yield child


def _evaluated(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of an expression that are evaluated along with it."""
    yield node
    if isinstance(node, ast.Lambda):
        return
    if isinstance(node, ast.BoolOp):
        parts: Iterable[ast.AST] = node.values[:1]
    elif isinstance(node, ast.IfExp):
        parts = [node.test]
    elif isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
        parts = [node.generators[0].iter]
    else:
        parts = ast.iter_child_nodes(node)
    for part in parts:
        yield from _evaluated(part)
