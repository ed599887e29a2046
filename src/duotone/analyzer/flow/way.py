"""What has been run, and which tests have come out how, on whichever way leads to a node of a function."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from duotone.analyzer.link.nodes import blocks
from duotone.analyzer.parsing.walking import walk

__all__ = ["before", "holding"]

_LEAVING = (ast.Return, ast.Raise, ast.Continue, ast.Break)


def before(body: Sequence[ast.stmt], node: ast.AST) -> Iterator[ast.stmt]:
    """The statements that have been run before a node, whichever way was taken to it."""
    for statement in body:
        if not _has(statement, node):
            yield statement
            continue
        for block in blocks(statement):
            if any(_has(one, node) for one in block):
                yield from before(block, node)
        return


def holding(body: Sequence[ast.stmt], node: ast.AST) -> Iterator[tuple[ast.expr, bool]]:
    """The tests that decide whether a node is run, each with what it has come to where it is."""
    for statement in body:
        if not _has(statement, node):
            yield from _passed(statement)
            continue
        if isinstance(statement, ast.If | ast.While) and not _has(statement.test, node):
            is_in_body = any(_has(one, node) for one in statement.body)
            if is_in_body or isinstance(statement, ast.If):
                yield statement.test, is_in_body
        for block in blocks(statement):
            if any(_has(one, node) for one in block):
                yield from holding(block, node)
        return


def _has(part: ast.AST, node: ast.AST) -> bool:
    return any(one is node for one in walk(part))


def _passed(statement: ast.stmt) -> Iterator[tuple[ast.expr, bool]]:
    """What a test has come to where the statement after it is run."""
    match statement:
        case ast.If(test=test, body=[*_, last]) if isinstance(last, _LEAVING):
            yield test, False
        case ast.If(test=test, orelse=[*_, last]) if isinstance(last, _LEAVING):
            yield test, True
        case ast.While(test=test) if not any(isinstance(part, ast.Break) for part in walk(statement)):
            yield test, False
        case _:
            pass
