"""How a function asks for the loop that it runs on, and which of its names tell whether there is one."""

from __future__ import annotations

import ast
import itertools
from collections import Counter
from collections.abc import Iterator, Sequence

from duotone.analyzer.flow.hints.asking import asks_for_loop
from duotone.analyzer.flow.needing import OBJECT, text
from duotone.analyzer.link.nodes import blocks
from duotone.analyzer.outline.constants import bound
from duotone.analyzer.parsing.walking import walk

__all__ = ["LOOP", "loop_names", "without_loop"]

LOOP = "@"
"""Stands for the loop that a function runs on."""
_THERE = ("True", OBJECT)
_NOT_THERE = ("False", "None")


def without_loop(statement: ast.stmt) -> Iterator[Sequence[ast.stmt]]:
    """What is run only where there is no loop: it follows on asking for one, and on nothing else that may fail."""
    if isinstance(statement, ast.Try) and _only_asks(statement.body):
        yield from (handler.body for handler in statement.handlers)


def loop_names(function: ast.AST) -> Iterator[str]:
    """The names that are the loop, or true, where a function runs on one, and None or False elsewhere, and no more."""
    parts = [*walk(function)]
    told = Counter(name for part in parts if isinstance(part, ast.stmt) for name in _told(part))
    often = Counter(name for part in parts if told for name in bound(part))
    return (name for name, times in told.items() if times == often[name])


def _told(statement: ast.stmt) -> Iterator[str]:
    """The names that are set by asking for a loop in a block of a statement, each as often as that is written."""
    for block in blocks(statement):
        for before, tried in itertools.pairwise((ast.Pass(), *block)):
            if isinstance(tried, ast.Try) and _only_asks(tried.body):
                yield from _names([*tried.body, *tried.orelse], _THERE)
                yield from _names([before, *(one for handler in tried.handlers for one in handler.body)], _NOT_THERE)


def _only_asks(body: Sequence[ast.stmt]) -> bool:
    """Tell whether statements ask for the loop, and do nothing else but to remember that it is there."""
    first, *rest = [getattr(one, "value", None) for one in body]
    return asks_for_loop(first) and all(isinstance(one, ast.Constant) for one in rest)


def _names(statements: Sequence[ast.stmt], values: Sequence[str]) -> Iterator[str]:
    """The names that get one of some values there, or the loop itself."""
    for one in statements:
        match one:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
            ) if asks_for_loop(value) or text(value) in values:
                yield name
            case _:
                pass
