"""Mocks that stand for a function: put into its place by an assignment or by `patch`, and of one color as well."""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Iterator

from duotone.analyzer.findings import Edit
from duotone.analyzer.recolor.mentions import Mentions
from duotone.analyzer.recolor.records import Direction
from duotone.analyzer.rules.writer import Writer

__all__ = ["Mocked", "mocks"]

_TURNED = {
    Direction.SYNC: {"AsyncMock": "MagicMock"},
    Direction.ASYNC: {"MagicMock": "AsyncMock", "Mock": "AsyncMock"},
}


@dataclasses.dataclass(frozen=True, slots=True)
class Mocked:
    """A mock of a function, and the edits that give it the other color."""

    node: ast.expr
    function: str
    edits: tuple[Edit, ...]


def mocks(file: Mentions, writer: Writer, direction: Direction) -> Iterator[Mocked]:
    """Yield the mocks of a file that name their class; without one, `patch` looks at the function's color itself."""
    for node in ast.walk(file.tree):
        match node:
            case ast.Assign(targets=[ast.Attribute() as target], value=ast.Call(func=made)) if target in file.stores:
                yield from _turned(writer, made, file.stores[target], direction)
            case ast.Call(keywords=keywords) if node in file.patches:
                for keyword in keywords:
                    if keyword.arg in {"new_callable", "new"}:
                        value = keyword.value
                        made = value.func if isinstance(value, ast.Call) else value
                        yield from _turned(writer, made, file.patches[node], direction)
            case _:
                pass


def _turned(writer: Writer, made: ast.expr, function: str, direction: Direction) -> Iterator[Mocked]:
    name = made.attr if isinstance(made, ast.Attribute) else made.id if isinstance(made, ast.Name) else ""
    other = _TURNED[direction].get(name)
    if other is None:
        return
    end = writer.layout.end(made)
    yield Mocked(made, function, (writer.replace((end[0], end[1] - len(name)), end, other),))
