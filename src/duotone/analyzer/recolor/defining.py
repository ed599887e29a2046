"""The functions of one file: what they override, where they suspend, what keeps their color, and how to turn them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from duotone.analyzer.findings import Edit
from duotone.analyzer.flow.file import Ran
from duotone.analyzer.link.implementing import stood_for
from duotone.analyzer.link.symbols import FunctionSymbol
from duotone.analyzer.link.values import FunctionObject
from duotone.analyzer.recolor.marks import mark_for, marked, unmarked, why_async
from duotone.analyzer.recolor.mentions import Mentions
from duotone.analyzer.recolor.records import Definition, Point
from duotone.analyzer.recolor.turned import turned_definition
from duotone.analyzer.rules.fixing.seams import MANAGERS, is_run_as_test, makes_manager, why_sync
from duotone.analyzer.rules.writer import Writer

__all__ = ["definitions"]

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_Function = ast.FunctionDef | ast.AsyncFunctionDef


def definitions(file: Mentions, writer: Writer, root: Path) -> Iterator[Definition]:
    """Yield every function of a file; `root` is where the settings of its tests are looked for."""
    for ran in file.ran:
        node, symbol = ran.node, ran.symbol
        if isinstance(node, _FUNCTIONS) and symbol is not None:
            overrides, foreign = _overridden(symbol)
            stays, edits = _turned(file, writer, ran, root)
            yield Definition(
                name=symbol.name,
                place=writer.header(node),
                is_async=ran.is_async,
                is_stream=symbol.outline.is_generator,
                is_method=symbol.owner is not None,
                overrides=overrides,
                foreign=foreign,
                suspensions=tuple(_suspensions(node)),
                decorators=tuple(_decorator(file, one) for one in node.decorator_list),
                stays=stays,
                edits=edits,
            )


def _decorator(file: Mentions, node: ast.expr) -> str:
    """A decorator as it is written, or under its own name where it makes a context manager."""
    meanings = file.meanings.get(node, set())
    return next(iter(meanings & MANAGERS), ast.unparse(node))


def _turned(file: Mentions, writer: Writer, ran: Ran, root: Path) -> tuple[str, tuple[Edit, ...]]:
    """What keeps a function as it is, and the edits that turn it."""
    node, symbol = ran.node, ran.symbol
    assert isinstance(node, _FUNCTIONS)
    assert symbol is not None
    edits = turned_definition(writer, node)
    if ran.is_async:
        return why_async(writer, symbol), (*unmarked(writer, node), *edits)
    strange = [one for one in node.decorator_list if makes_manager(one) and _decorator(file, one) not in MANAGERS]
    stays = f"nothing says what `@{ast.unparse(strange[0])}` is" if strange else why_sync(writer, ran)
    if stays or not is_run_as_test(writer, ran):
        return stays, edits
    mark = mark_for(writer, symbol, root)
    if mark is None:
        return "nothing here runs async tests", edits
    return "", (marked(writer, node, mark),) if mark else edits


def _overridden(symbol: FunctionSymbol) -> tuple[tuple[str, ...], str]:
    """The methods of the project that a method overrides, and a class outside of it that has one too."""
    if symbol.owner is None:
        return (), ""
    names: list[str] = []
    foreign = ""
    for entry, _ in stood_for(symbol.owner, symbol.outline.name):
        raw = entry.raw(symbol.outline.name)
        if isinstance(raw, FunctionObject):
            if entry.module.kind == "project":
                names.append(raw.symbol.name)
            else:
                foreign = entry.name
    return tuple(names), foreign


def _suspensions(node: _Function) -> Iterator[Point]:
    """Where the body of a function itself may suspend."""
    waiting: list[ast.AST] = list(node.body)
    while waiting:
        current = waiting.pop()
        if isinstance(current, ast.Await | ast.AsyncFor | ast.AsyncWith):
            yield current.lineno, current.col_offset
        elif isinstance(current, ast.comprehension) and current.is_async:
            yield current.target.lineno, current.target.col_offset
        if not isinstance(current, (*_FUNCTIONS, ast.Lambda, ast.ClassDef)):
            waiting.extend(ast.iter_child_nodes(current))
