"""Tells whether code chooses between the colors on purpose, by a flag, a comment or a test that speaks of them."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Collection, Iterator, Sequence

from duotone.analyzer.flow.seen import Ran
from duotone.analyzer.link.nodes import blocks
from duotone.analyzer.parsing.walking import params, walk

__all__ = ["is_awaited_otherwise", "is_chosen", "is_for_plain", "is_meant"]

_Body = ast.AsyncFunctionDef | ast.FunctionDef | ast.Module
_SILENCED = re.compile(r"#.*\b(type|pyright|ty|pyrefly): *ignore")
_OF_ASYNC = re.compile(r"async", re.IGNORECASE)
_OF_COLORS = re.compile(r"sync|await|aio|trio|asgi|wsgi|block|mode|version", re.IGNORECASE)
_IS_ASYNC = re.compile(r"^_*(is_?)?async(_?(code|mode|hronous))?$", re.IGNORECASE)
"""Names of flags that say which color the code around has."""


def is_meant(source: str, ran: Ran, value: ast.AST) -> bool:
    """Tell whether a comment says that the annotation doesn't hold there, or a flag of the caller chooses."""
    statement = next((one for _, one in ran.returned if one.value is value), None)
    if statement is None or isinstance(ran.node, ast.Module):
        return False
    lines = source.splitlines()[statement.lineno - 1 : statement.end_lineno]
    if any(_SILENCED.search(line) for line in lines):
        return True
    names = {param.arg for param in params(ran.node.args)}
    return any(_is_flag(part, names) for test in _tests(ran.node.body, statement) for part in _parts(test))


def is_chosen(ran: Ran, node: ast.expr) -> bool:
    """Tell whether an expression stands in a branch whose test speaks of async code, or where it was asked before."""
    around = _around(ran.node.body, node)
    return any(_OF_ASYNC.search(ast.unparse(test)) for test in around) or _is_denied(ran.node, node)


def _is_denied(function: _Body, node: ast.expr) -> bool:
    """Tell whether a function stands where a call that was given it, as `iscoroutinefunction` is, has said no."""
    name = ast.unparse(node)
    return any(
        any(_has(part, node) for part in (one if isinstance(test, ast.UnaryOp) else two))
        for test, one, two, given in _asking(function)
        if name in given
    )


def is_awaited_otherwise(function: _Body, node: ast.AST, *, is_known: bool, is_named: bool) -> bool:
    """Tell whether a call stands in one branch, and the other one awaits the same: what is tested tells the color.

    That a known coroutine may be none there is told by a test that is given the function: whatever it is called, it
    asks about that, and what comes after a branch that leaves is the other branch. Where only names tell of a coroutine
    (`is_named`), any test may tell of which kind the object is, and else one for a text says nothing.
    """
    called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
    if not called:
        return False
    if is_known:
        choices = [(one, two) for _, one, two, given in _asking(function) if called in given]
    else:
        found = _choices(function.body, with_rest=False)
        choices = [(one, two) for test, one, two in found if is_named or not _is_about_text(test)]
    return any(
        any(_has(part, node) for part in branch) and any(_awaits(part, called) for part in other)
        for one, two in choices
        for branch, other in ((one, two), (two, one))
    )


def _is_about_text(test: ast.expr) -> bool:
    """Tell whether a test compares something with text alone, as kinds of commands, which has no color to tell of."""
    if not isinstance(test, ast.Compare) or _OF_COLORS.search(ast.unparse(test)):
        return False
    wanted = [
        part
        for one in test.comparators
        for part in (one.elts if isinstance(one, ast.Set | ast.Tuple | ast.List) else [one])
    ]
    return all(isinstance(part, ast.Constant) and isinstance(part.value, str) for part in wanted)


@functools.lru_cache(maxsize=4)
def _asking(function: _Body) -> Sequence[tuple[ast.expr, Sequence[ast.AST], Sequence[ast.AST], Collection[str]]]:
    """The choices of a function whose tests call something, with what they give to that; each of its calls asks."""
    found = [(*choice, _given_in(choice[0])) for choice in _choices(function.body, with_rest=True)]
    found += [
        (part.test, [part.body], [part.orelse], _given_in(part.test))
        for part in walk(function)
        if isinstance(part, ast.IfExp)
    ]
    return [one for one in found if one[-1]]


def _choices(
    body: Sequence[ast.stmt], *, with_rest: bool
) -> Iterator[tuple[ast.expr, Sequence[ast.AST], Sequence[ast.AST]]]:
    """All questions among some statements and within them, each with its two branches."""
    waiting = [body]
    while waiting:
        block = waiting.pop()
        for index, one in enumerate(block):
            if isinstance(one, ast.If):
                leaves = with_rest and isinstance(one.body[-1], ast.Return | ast.Raise | ast.Continue)
                yield one.test, one.body, one.orelse or (block[index + 1 :] if leaves else ())
            waiting += blocks(one)


def _given_in(test: ast.expr) -> frozenset[str]:
    """What a test gives to the functions that it calls."""
    calls = [part for part in walk(test) if isinstance(part, ast.Call)]
    return frozenset(ast.unparse(arg) for call in calls for arg in call.args)


def _awaits(branch: ast.AST, called: str) -> bool:
    calls = [part.value for part in walk(branch) if isinstance(part, ast.Await)]
    return any(isinstance(call, ast.Call) and ast.unparse(call.func) == called for call in calls)


def is_for_plain(body: Sequence[ast.stmt], node: ast.AST) -> bool:
    """Tell whether a flag says that a node is there for plain code, as in sources that both colors are made of."""
    for one in body:
        is_async = _color_flag(one.test) if isinstance(one, ast.If) else None
        if _has(one, node):
            plain: Sequence[ast.stmt] = () if is_async is None else getattr(one, "orelse" if is_async else "body")
            return any(_has(part, node) for part in plain) or any(is_for_plain(part, node) for part in blocks(one))
        if is_async and isinstance(one, ast.If) and isinstance(one.body[-1], ast.Return | ast.Raise):
            return True
    return False


def _has(branch: ast.AST, node: ast.AST) -> bool:
    return any(part is node for part in walk(branch))


def _color_flag(test: ast.expr) -> bool | None:
    """Whether a flag that a test consists of has to be true for async code, or None where it is none."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        flag = _color_flag(test.operand)
        return None if flag is None else not flag
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        # All of it holds in plain code alone where one part does.
        return False if any(_color_flag(part) is False for part in test.values) else None
    name = test.id if isinstance(test, ast.Name) else test.attr if isinstance(test, ast.Attribute) else ""
    return True if _IS_ASYNC.search(name) is not None else None


def _around(body: list[ast.stmt], node: ast.AST) -> Iterator[ast.expr]:
    """The tests of all the branches that a node stands in."""
    for one in (one for part in body for one in walk(part)):
        if isinstance(one, ast.If) and any(inner is node for inner in walk(one)):
            yield one.test


def _tests(body: list[ast.stmt], statement: ast.stmt) -> Iterator[ast.expr]:
    """The tests of all the branches that a statement stands in, and those of expressions in it."""
    yield from _around(body, statement)
    yield from (one.test for one in walk(statement) if isinstance(one, ast.IfExp))


def _parts(test: ast.expr) -> Iterator[ast.expr]:
    """What a test consists of, without `and`, `or` and `not`."""
    if isinstance(test, ast.BoolOp):
        for part in test.values:
            yield from _parts(part)
    elif isinstance(test, ast.UnaryOp):
        yield from _parts(test.operand)
    else:
        yield test


def _is_flag(test: ast.expr, params: set[str]) -> bool:
    """Tell whether a test asks whether a parameter is true, or speaks of async code."""
    asked = test
    if isinstance(test, ast.Compare) and isinstance(test.comparators[0], ast.Constant):
        asked = test.left if isinstance(test.comparators[0].value, bool) else test
    is_flag = isinstance(asked, ast.Name) and asked.id in params
    return is_flag or _OF_ASYNC.search(ast.unparse(test)) is not None
