"""Tells whether code chooses between the colors on purpose, by a flag, a comment or a test that speaks of them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from duotone.analyzer.flow.seen import Ran

__all__ = ["is_chosen", "is_meant"]

_SILENCED = re.compile(r"#.*\b(type|pyright|ty|pyrefly): *ignore")
_OF_ASYNC = re.compile(r"async", re.IGNORECASE)


def is_meant(source: str, ran: Ran, value: ast.AST) -> bool:
    """Tell whether a comment says that the annotation doesn't hold there, or a flag of the caller chooses."""
    statement = next((one for _, one in ran.returned if one.value is value), None)
    if statement is None or isinstance(ran.node, ast.Module):
        return False
    lines = source.splitlines()[statement.lineno - 1 : statement.end_lineno]
    if any(_SILENCED.search(line) for line in lines):
        return True
    params = ran.node.args
    names = {param.arg for param in (*params.posonlyargs, *params.args, *params.kwonlyargs)}
    return any(_is_flag(part, names) for test in _tests(ran.node.body, statement) for part in _parts(test))


def is_chosen(ran: Ran, node: ast.expr) -> bool:
    """Tell whether an expression stands in a branch whose test speaks of async code."""
    return any(_OF_ASYNC.search(ast.unparse(test)) for test in _around(ran.node.body, node))


def _around(body: list[ast.stmt], node: ast.AST) -> Iterator[ast.expr]:
    """The tests of all the branches that a node stands in."""
    for one in (one for part in body for one in ast.walk(part)):
        if isinstance(one, ast.If) and any(inner is node for inner in ast.walk(one)):
            yield one.test


def _tests(body: list[ast.stmt], statement: ast.stmt) -> Iterator[ast.expr]:
    """The tests of all the branches that a statement stands in, and those of expressions in it."""
    yield from _around(body, statement)
    yield from (one.test for one in ast.walk(statement) if isinstance(one, ast.IfExp))


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
