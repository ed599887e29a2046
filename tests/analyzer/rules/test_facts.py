"""What files tell each other."""

from __future__ import annotations

import ast
import inspect

from duotone.analyzer import marks
from duotone.analyzer.rules.facts import MARKS


def test_every_word_that_describes_a_function_is_explained() -> None:
    written: set[object] = set()
    for node in ast.walk(ast.parse(inspect.getsource(marks))):
        match node:
            case ast.Yield(value=ast.Constant(value=str(word))):
                written.add(word)
            case ast.Return(value=ast.Dict(keys=words)):
                written.update(word.value for word in words if isinstance(word, ast.Constant))
            case _:
                pass
    assert written == MARKS.keys()
