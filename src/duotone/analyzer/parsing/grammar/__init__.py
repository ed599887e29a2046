"""Python source as genuine `ast` nodes, read with tree-sitter: syntax newer than this Python, and broken code."""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Iterator

from tree_sitter import Node

from duotone.analyzer.parsing.grammar import (
    blocks,
    compound,
    definitions,
    displays,
    expressions,
    hints,
    imports,
    literals,
    operators,
    simple,
    templates,
)
from duotone.analyzer.parsing.grammar.building import STATEMENTS, Broken, Source
from duotone.analyzer.parsing.grammar.language import EXTRAS, new_parser
from duotone.analyzer.parsing.grammar.masking import masked
from duotone.analyzer.parsing.grammar.suites import statements_of
from duotone.analyzer.parsing.records import Fault

__all__ = ["Conversion", "convert"]

# Each of them registers what it converts when it is imported.
_CONVERTERS = (
    blocks,
    compound,
    definitions,
    displays,
    expressions,
    hints,
    imports,
    literals,
    operators,
    simple,
    templates,
)


@dataclasses.dataclass(frozen=True, slots=True)
class Conversion:
    """A tree made from the grammar, the Python that its syntax needs, and what could not be placed, in order."""

    tree: ast.Module
    needs: tuple[int, int]
    faults: tuple[Fault, ...]


def convert(data: bytes) -> Conversion:
    """Read UTF-8 source whose lines end with line feeds; what is broken is left out, and everything else is kept."""
    visible, defaults = masked(data)
    root = new_parser().parse(visible).root_node
    source = Source(data, defaults)
    try:
        body, _ = statements_of(source, root.children)
    except RecursionError:
        body = []
        source.broken.append(Broken(root, "too deeply nested"))
    return Conversion(ast.Module(body=body, type_ignores=[]), source.needs, _faults(source, root))


def _faults(source: Source, root: Node) -> tuple[Fault, ...]:
    """The parts that fit nowhere, and those that the conversion has refused on its own."""
    found = [(node, "invalid syntax") for node in _errors(root)]
    found += [(broken.node, broken.message) for broken in source.broken if not broken.node.has_error]
    if not found:
        return ()
    lines = source.data.split(b"\n")
    made = {_fault(lines, node, message): None for node, message in found}
    return tuple(sorted(made, key=lambda fault: (fault.line, fault.column)))


def _errors(root: Node) -> Iterator[Node]:
    waiting = [root] if root.has_error else []
    while waiting:
        node = waiting.pop()
        inner = [child for child in node.children if child.has_error]
        if node.is_missing or (node.is_error and node.start_point[0] == node.end_point[0]):
            yield node
        elif inner:
            waiting.extend(inner)
        else:
            # It may be as long as the file; what starts it off is the first thing in it that is no whole statement.
            yield next(
                (child for child in node.children if child.kind_id not in STATEMENTS and child.kind_id not in EXTRAS),
                node,
            )


def _fault(lines: list[bytes], node: Node, message: str) -> Fault:
    (row, start), (end_row, end) = node.start_point, node.end_point
    line, column = row + 1, _characters(lines, row, start) + 1
    if (row, start) == (end_row, end):
        return Fault(line, column, line, column + 1, message)
    return Fault(line, column, end_row + 1, _characters(lines, end_row, end) + 1, message)


def _characters(lines: list[bytes], row: int, column: int) -> int:
    return len(lines[row][:column].decode(errors="replace")) if row < len(lines) else 0
