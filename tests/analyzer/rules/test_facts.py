"""What files tell each other."""

from __future__ import annotations

import ast
import inspect

from duotone.analyzer import marks
from duotone.analyzer.rules.facts import MARKS


def test_every_word_that_describes_a_function_is_explained() -> None:
    written: set[str] = set()
    for node in ast.walk(ast.parse(inspect.getsource(marks))):
        match node:
            case ast.Yield(value=ast.Constant(value=str(word))):
                written.add(word)
            case ast.For(target=ast.Tuple(elts=[ast.Name("word"), _]), iter=ast.Tuple(elts=rows)):
                written.update(
                    row.elts[0].value
                    for row in rows
                    if isinstance(row, ast.Tuple)
                    and isinstance(row.elts[0], ast.Constant)
                    and isinstance(row.elts[0].value, str)
                )
            case _:
                pass
    assert written == MARKS.keys()
