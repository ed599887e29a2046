"""What tests put async mocks in the place of, by name: who makes it plain has to change them as well."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from duotone.analyzer.flow.file import File
from duotone.analyzer.parsing.walking import walk
from duotone.analyzer.rules.facts import FunctionFact
from duotone.analyzer.rules.program import Program
from duotone.analyzer.rules.trust.suites import is_of_tests

__all__ = ["StandIns", "mocked"]

_KEPT_BY = "DUO201"
_MOCK = "AsyncMock"


def mocked(file: File, path: str) -> set[str]:
    """The names of attributes that a file of tests sets to async mocks, and of what it has replaced by them."""
    if _MOCK not in file.source or not is_of_tests(path):
        return set()
    return {name for part in walk(file.tree) for name in _replaced(part)}


def _replaced(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Assign(targets=[ast.Attribute(attr=name)], value=value) if _is_mock(value):
            yield name
        case ast.Call(args=args, keywords=words) if any(map(_is_mock, (*args, *(one.value for one in words)))):
            # `patch("shop.orders.send", new_callable=AsyncMock)`, `patch.object(orders, "send", AsyncMock())`
            texts = (one.value for one in args if isinstance(one, ast.Constant) and isinstance(one.value, str))
            yield from (text.rpartition(".")[2] for text in texts)
        case _:
            pass


def _is_mock(node: ast.expr) -> bool:
    """Tell whether something is the class of async mocks, or a mock that is made of it."""
    made = node.func if isinstance(node, ast.Call) else node
    return (made.attr if isinstance(made, ast.Attribute) else getattr(made, "id", "")) == _MOCK


class StandIns:
    """The names that tests of the project give to async mocks."""

    def __init__(self, program: Program) -> None:
        self._files = {name: file.path for file in program.files for name in file.kept[_KEPT_BY]["mocked"]}

    def of(self, function: FunctionFact) -> str:
        """The file of tests in which a mock may stand for a function; one word alone is the name of too many."""
        name = function.name.rpartition(".")[2]
        return self._files.get(name, "") if "_" in name.strip("_") else ""
