"""What turning a use or a definition comes to: edits, or the reason why there are none."""

from __future__ import annotations

import ast
from collections.abc import Collection

from duotone.analyzer.findings import Edit
from duotone.analyzer.link.nodes import Node
from duotone.analyzer.recolor.records import Point
from duotone.analyzer.rules.fixing.seams import makes_manager
from duotone.analyzer.rules.writer import Writer

__all__ = ["Turned", "turned_definition"]


class Turned:
    """Edits with the suspension points that they take away, or the reason why there are none."""

    def __init__(self, edits: Collection[Edit] = (), removed: Collection[Node] = (), reason: str = "") -> None:
        self.edits = tuple(edits)
        self.removed: tuple[Point, ...] = tuple((node.lineno, node.col_offset) for node in removed)
        self.reason = reason


def turned_definition(writer: Writer, node: ast.FunctionDef | ast.AsyncFunctionDef) -> tuple[Edit, ...]:
    """Return the edits that give a definition its other color, and what makes a context manager of it."""
    layout = writer.layout
    start = layout.start(node)
    managers = tuple(_turned_manager(writer, one) for one in node.decorator_list if makes_manager(one))
    if isinstance(node, ast.FunctionDef):
        return (*managers, writer.insert(start, "async "))
    text = layout.after(start)
    end = len(text) - len(text.removeprefix("async").lstrip(" \t"))
    return (*managers, writer.replace(start, (start[0], start[1] + end), ""))


def _turned_manager(writer: Writer, decorator: ast.expr) -> Edit:
    name = ast.unparse(decorator).rpartition(".")[2]
    end = writer.layout.end(decorator)
    other = name.removeprefix("async") if name.startswith("async") else f"async{name}"
    return writer.replace((end[0], end[1] - len(name)), end, other)
