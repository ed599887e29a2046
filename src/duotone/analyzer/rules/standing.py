"""What a function is called where it is called: a wrapper of a decorator goes by the name of what it wraps."""

from __future__ import annotations

import ast

from duotone.analyzer.flow.file import File
from duotone.analyzer.flow.known import called
from duotone.analyzer.link.symbols import FunctionSymbol
from duotone.analyzer.rules.writer import Writer

__all__ = ["name_at", "names_in"]


def name_at(node: ast.AST, symbol: FunctionSymbol) -> str:
    """The name by which a call has a function that another one made; none where it is that of the function."""
    is_made = symbol.owner is None and symbol.name != f"{symbol.module.name}.{symbol.outline.name}"
    if not is_made or not isinstance(node, ast.Call):
        return ""
    name = node.func.id if isinstance(node.func, ast.Name) else called(node.func)
    return name if name != symbol.outline.name else ""


def names_in(file: File, writer: Writer) -> dict[str, str]:
    """Those names in a file, by the line and the column of the call, and the function."""
    return {
        f"{call.lineno}:{writer.column(call.lineno, call.col_offset)}:{symbol.name}": name
        for ran in file.ran
        for symbol, call, _ in ran.calls
        if symbol.module.kind == "project" and (name := name_at(call, symbol))
    }
