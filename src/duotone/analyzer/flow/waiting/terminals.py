"""Blocks in which the interface of a program has given the terminal away, so that nothing of it has to go on."""

from __future__ import annotations

import ast

from duotone.analyzer.flow.hints.asking import has
from duotone.analyzer.flow.known import chain
from duotone.analyzer.flow.seen import Seen
from duotone.analyzer.parsing.walking import walk

__all__ = ["lent_lines"]

_LENDING = {"suspend": "textual", "in_terminal": "prompt_toolkit"}
"""What gives the terminal away, and the library that has it."""


def lent_lines(file: Seen) -> list[tuple[int, int]]:
    """The first and the last lines of the blocks of a file that have the terminal for themselves."""
    words = {word for word, library in _LENDING.items() if has(file.source, (library,)) and f"{word}(" in file.source}
    return [
        (part.body[0].lineno, part.end_lineno or part.lineno)
        for part in (walk(file.tree) if words else ())
        if isinstance(part, ast.With | ast.AsyncWith)
        if any(_called(item.context_expr) in words for item in part.items)
    ]


def _called(node: ast.expr) -> str:
    return chain(node.func).rpartition(".")[2] if isinstance(node, ast.Call) else ""
