"""Files to trees: `ast` where it can read them, tree-sitter for newer syntax and broken code, and never an error.

`parse` is the one entry. Everything behind it sees nodes of `ast`, or of `nodes` for what the running Python lacks.
"""

from __future__ import annotations

import ast
import dataclasses
import warnings
from collections.abc import Mapping

from duotone.analyzer.parsing.faults import fault_of, is_newer, ranked
from duotone.analyzer.parsing.notebooks import read_notebook, shift
from duotone.analyzer.parsing.records import Cell, Fault, Parsed
from duotone.analyzer.parsing.repair import repaired
from duotone.analyzer.parsing.text import decode
from duotone.errors import MissingExtra

__all__ = ["Cell", "Fault", "Parsed", "parse", "unread"]

_FEATURE = "reading code that is broken, or newer than this Python,"


def parse(data: bytes | str, *, path: str = "") -> Parsed:
    """Read a file, or a notebook if `path` ends with ``.ipynb``.

    Whatever the input, there is a tree: what can't be read is left out of it and listed in `faults`. Raises only
    `MissingExtra`, when `ast` refuses the file and tree-sitter isn't installed.
    """
    with warnings.catch_warnings():
        # What a file does with its escapes is not for us to report.
        warnings.simplefilter("ignore")
        text, fault = decode(data)
        if path.endswith(".ipynb"):
            notebook = read_notebook(text)
            tree, faults = _read(notebook.python)
            if notebook.indents:
                shift(tree, notebook.indents)
                faults = tuple(_shifted(one, notebook.indents) for one in faults)
            first = fault or notebook.fault
            return Parsed(tree, notebook.text, faults if first is None else (first, *faults), notebook.cells)
        tree, faults = _read(text)
        return Parsed(tree, text, faults if fault is None else (fault, *faults))


def _shifted(fault: Fault, indents: Mapping[int, int]) -> Fault:
    """A fault where it stands in lines that had more before them."""
    column, end = (indents.get(line, 0) for line in (fault.line, fault.end_line))
    return dataclasses.replace(fault, column=fault.column + column, end_column=fault.end_column + end)


def unread(reason: str) -> Parsed:
    """What stands for a file of which nothing can be read."""
    return Parsed(ast.Module(body=[], type_ignores=[]), "", (Fault(1, 1, 1, 1, reason),))


def _read(text: str) -> tuple[ast.Module, tuple[Fault, ...]]:
    try:
        return ast.parse(text), ()
    except SyntaxError as error:
        # The traceback leads to frames that hold the tree, and back to the error.
        refusal = error.with_traceback(None)
    except (RecursionError, MemoryError, UnicodeEncodeError):
        # Too deeply nested for `ast`, or a lone surrogate; the grammar reads both as far as they go.
        return _convert(text, None)
    return _convert(text, refusal)


def _convert(text: str, error: SyntaxError | None) -> tuple[ast.Module, tuple[Fault, ...]]:
    try:
        from duotone.analyzer.parsing.grammar import convert  # noqa: PLC0415  # an extra
    except ImportError as missing:
        raise MissingExtra(_FEATURE, extra="check") from missing
    conversion = convert(text.encode(errors="replace"))
    if error is None:
        return conversion.tree, conversion.faults
    if conversion.faults and not is_newer(conversion.needs):
        repair = repaired(text, error)
        if repair and not (repair.is_rough and _definitions(conversion.tree) >= _definitions(repair.tree)):
            return repair.tree, repair.faults
    return conversion.tree, ranked(fault_of(error, text.count("\n") + 1), conversion.needs, conversion.faults)


def _definitions(tree: ast.Module) -> int:
    """How much of a file has been kept: the grammar may read a broken header better, or lose what follows it."""
    return sum(isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) for node in ast.walk(tree))
