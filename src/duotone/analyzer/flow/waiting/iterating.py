"""What a function goes through by itself: a generator runs where that happens, and not where it is made."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from duotone.analyzer.flow.keeping import made_as
from duotone.analyzer.flow.seen import Ran
from duotone.analyzer.parsing.walking import walk

__all__ = ["iterated_lines"]

_COMPREHENSIONS = (ast.DictComp, ast.ListComp, ast.SetComp)


def iterated_lines(ran: Ran) -> list[int]:
    """The lines on which a function makes plain generators of the project that it goes through itself."""
    made = [node for symbol, node, _ in ran.calls if symbol.outline.is_generator and not symbol.outline.is_async]
    if not made:
        return []
    through = {*_gone_through(ran.node)}
    return sorted({node.lineno for node in made if node in through})


def _gone_through(function: ast.AST) -> Iterator[ast.expr]:
    """The calls whose results a function iterates over, whether they stand there or have a name of their own."""
    for part in walk(function):
        sources: list[ast.expr] = []
        if isinstance(part, ast.For):
            sources = [part.iter]
        elif isinstance(part, _COMPREHENSIONS):
            sources = [one.iter for one in part.generators if not one.is_async]
        for source in sources:
            made = made_as(function, source.id) if isinstance(source, ast.Name) else source
            if made is not None:
                yield made.value if isinstance(made, ast.Await) else made
