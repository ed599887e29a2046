"""What turning a use or a definition comes to: edits, or the reason why there are none."""

from __future__ import annotations

import ast
from collections.abc import Collection

from duotone.analyzer.findings import Edit
from duotone.analyzer.link.nodes import Node
from duotone.analyzer.recolor.records import Point
from duotone.analyzer.rules.writer import Writer

__all__ = ["Turned", "turned_definition"]


class Turned:
    """Edits with the suspension points that they take away, or the reason why there are none."""

    def __init__(self, edits: Collection[Edit] = (), removed: Collection[Node] = (), reason: str = "") -> None:
        self.edits = tuple(edits)
        self.removed: tuple[Point, ...] = tuple((node.lineno, node.col_offset) for node in removed)
        self.reason = reason


def turned_definition(writer: Writer, node: ast.FunctionDef | ast.AsyncFunctionDef) -> tuple[Edit, ...]:
    """Return the edit that gives a definition its other color."""
    layout = writer.layout
    start = layout.start(node)
    if isinstance(node, ast.FunctionDef):
        return (writer.insert(start, "async "),)
    text = layout.after(start)
    end = len(text) - len(text.removeprefix("async").lstrip(" \t"))
    return (writer.replace(start, (start[0], start[1] + end), ""),)
