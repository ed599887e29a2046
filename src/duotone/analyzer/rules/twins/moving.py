"""Tells what a twin lacks from what it does at another place, under conditions that are put together otherwise."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from duotone.analyzer.rules.twins.colorless import Line, identifiers, tokens_of

__all__ = ["is_moved"]

_OF_OBJECTS = frozenset({"cls", "self"})


def is_moved(done: Sequence[Line], lines: Sequence[Line], others: Sequence[Line]) -> bool:
    """Tell whether all that is done in some lines is done as well in those that only the twin has."""
    shares_condition = not {*_conditions(lines)}.isdisjoint(_conditions(others))
    return bool(done) and all(
        any(_is_same(one, other, is_conditional=shares_condition) for other in others) for one in done
    )


def _is_same(one: Line, other: Line, *, is_conditional: bool) -> bool:
    """Tell whether two lines set the same to something of the same kind, or do the same under one condition."""
    match one.node, other.node:
        case ast.Assign(targets=targets, value=value), ast.Assign(targets=others, value=another):
            names = {name for target in targets for name in identifiers(target)} | _OF_OBJECTS
            shared = (identifiers(value) & identifiers(another)) - names
            return bool(shared) and [*map(tokens_of, targets)] == [*map(tokens_of, others)]
        case _:
            return is_conditional and one.tokens == other.tokens


def _conditions(lines: Sequence[Line]) -> Iterator[tuple[str, ...]]:
    """The parts of the conditions of some lines."""
    tests = [line.node.test for line in lines if isinstance(line.node, ast.If)]
    for test in tests:
        if isinstance(test, ast.BoolOp):
            tests += test.values
        else:
            yield tokens_of(test)
