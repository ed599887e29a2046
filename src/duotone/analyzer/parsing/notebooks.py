"""Jupyter notebooks: the code of their cells as one text, and the same with what only IPython understands taken out."""

from __future__ import annotations

import ast
import dataclasses
import json
import re
from collections.abc import Iterator, Mapping
from typing import cast

from duotone.analyzer.parsing.records import Cell, Fault

__all__ = ["Notebook", "read_notebook", "shift"]

# Cell magics whose cell is Python of this notebook; other cells are a language, a file or a process of their own.
_PYTHON_MAGICS = frozenset({"capture", "debug", "memit", "mprun", "prun", "time", "timeit"})
_CELL_MAGIC = re.compile(r"%%(?P<name>\S*)")
# IPython takes these words for magics without a sign, where nothing of that name is there.
_LINE_MAGIC = re.compile(
    r"(?P<indent>\s*)(?:[%!?]|(?:conda|mamba|pip3?|uv)[ \t]+(?:pip|(?:un)?install|list|show)\b|[^#'\"]*\?\s*$)"
)
_ASSIGNED_MAGIC = re.compile(r"(?P<target>\s*[^\s=!%#'\"(][^=!%#'\"(]*=\s*)[!%](?!=)")
# What decides whether a line starts inside of a string or of brackets.
_TOKEN = re.compile(r"""'''|\"""|'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|\\.|#.*|[\[({]|[\])}]""")


@dataclasses.dataclass(frozen=True, slots=True)
class Notebook:
    """The joined code of a notebook; `python` is `text` without magics, line for line.

    `indents` are the lines of a cell that begins indented, with how much `python` lacks of them.
    """

    text: str = ""
    python: str = ""
    cells: tuple[Cell, ...] = ()
    fault: Fault | None = None
    indents: Mapping[int, int] = dataclasses.field(default_factory=dict[int, int])


def read_notebook(text: str) -> Notebook:
    """Read the JSON of a notebook; code in another language than Python is left out."""
    try:
        content: object = json.loads(text) if text.strip() else {}
    except json.JSONDecodeError as error:
        line, column = error.lineno, error.colno
        return Notebook(fault=Fault(line, column, line, column + 1, f"not a notebook: {error.msg}"))
    except (RecursionError, ValueError):
        return Notebook(fault=Fault(1, 1, 1, 1, "not a notebook: too deeply nested, or too long a number"))
    if not _is_object(content):
        return Notebook(fault=Fault(1, 1, 1, 1, "not a notebook: its JSON is no object"))
    if not _is_python(content):
        return Notebook()
    text_lines: list[str] = []
    python_lines: list[str] = []
    cells: list[Cell] = []
    indents: dict[int, int] = {}
    for number, (source, is_python) in enumerate(_code_of(content), start=1):
        lines = source.split("\n")
        cells.append(Cell(len(text_lines) + 1, len(text_lines) + len(lines), number))
        if indent := _indent(lines):
            first = len(text_lines) + 1
            indents |= {row: len(indent) for row, line in enumerate(lines, first) if line.startswith(indent)}
        text_lines += lines
        python_lines += _without_magics([line.removeprefix(indent) if is_python else "" for line in lines])
    return Notebook("\n".join(text_lines), "\n".join(python_lines), tuple(cells), indents=indents)


def shift(tree: ast.Module, indents: Mapping[int, int]) -> None:
    """Move the nodes of a tree to where they stand in lines that had more before them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt | ast.expr | ast.arg | ast.keyword | ast.alias | ast.excepthandler | ast.pattern):
            node.col_offset += indents.get(node.lineno, 0)
            if node.end_lineno is not None and node.end_col_offset is not None:
                node.end_col_offset += indents.get(node.end_lineno, 0)


def _indent(lines: list[str]) -> str:
    """What the first line of a cell begins with: IPython takes it off every line that begins so."""
    first = next((line for line in lines if line.strip()), "")
    return first[: len(first) - len(first.lstrip(" \t"))]


def _is_object(value: object) -> bool:
    return isinstance(value, dict)


def _entry(holder: object, key: str) -> object:
    """What a JSON object has under a key; nothing if it is no object."""
    return cast("dict[str, object]", holder).get(key) if isinstance(holder, dict) else None


def _entries(holder: object, key: str) -> list[object]:
    value = _entry(holder, key)
    return cast("list[object]", value) if isinstance(value, list) else []


def _is_python(content: object) -> bool:
    metadata = _entry(content, "metadata")
    named = _entry(_entry(metadata, "language_info"), "name"), _entry(_entry(metadata, "kernelspec"), "language")
    languages = [language.lower() for language in named if isinstance(language, str) and language]
    return not languages or "python" in languages[0]


def _is_python_cell(cell: object) -> bool:
    """Tell whether no editor has noted another language for a cell."""
    metadata = _entry(cell, "metadata")
    language = _entry(_entry(metadata, "vscode"), "languageId") or _entry(
        _entry(metadata, "polyglot_notebook"), "kernelName"
    )
    return not isinstance(language, str) or "python" in language.lower()


def _code_of(content: object) -> Iterator[tuple[str, bool]]:
    """The source of each code cell, and whether it is Python.

    Notebooks of version 3 have worksheets, and call it input.
    """
    for holder in (content, *_entries(content, "worksheets")):
        for cell in _entries(holder, "cells"):
            if _entry(cell, "cell_type") == "code":
                key = "input" if _entry(cell, "source") is None else "source"
                source = _entry(cell, key)
                text = source if isinstance(source, str) else "".join(map(str, _entries(cell, key)))
                yield text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", " "), _is_python_cell(cell)


def _without_magics(lines: list[str]) -> list[str]:
    """The lines of a cell as Python, one for one; a magic becomes `pass`, and what one gives becomes `None`.

    Colab takes comments before a cell magic for the title of a form.
    """
    first = next((index for index, line in enumerate(lines) if line.strip() and not line.startswith("#")), 0)
    if found := _CELL_MAGIC.match(lines[first]):
        if found["name"] not in _PYTHON_MAGICS:
            return [""] * len(lines)
        lines = [*lines[:first], "", *lines[first + 1 :]]
    try:
        ast.parse("\n".join(lines))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return list(_neutralized(lines))
    return lines


def _neutralized(lines: list[str]) -> Iterator[str]:
    position = _Position()
    is_continued = False
    for line in lines:
        if is_continued:
            is_continued = line.endswith("\\")
            yield ""
            continue
        if position.is_free:
            if found := _LINE_MAGIC.match(line):
                is_continued = line.endswith("\\")
                yield found["indent"] + "pass"
                continue
            if found := _ASSIGNED_MAGIC.match(line):
                is_continued = line.endswith("\\")
                yield found["target"] + "None"
                continue
        position.read(line)
        yield line


class _Position:
    """Where the lines read so far have led: into a string, into brackets, or to the start of a statement."""

    __slots__ = ("depth", "is_joined", "quotes")

    def __init__(self) -> None:
        self.depth = 0
        self.quotes = ""
        self.is_joined = False

    @property
    def is_free(self) -> bool:
        return not self.quotes and not self.depth and not self.is_joined

    def read(self, line: str) -> None:
        start = 0
        while start < len(line):
            if self.quotes:
                end = line.find(self.quotes, start)
                if end < 0:
                    return
                start = end + 3
                self.quotes = ""
                continue
            found = _TOKEN.search(line, start)
            if found is None:
                break
            self._read_token(found[0])
            start = found.end()
        self.is_joined = line.endswith("\\")

    def _read_token(self, token: str) -> None:
        if token in {"'''", '"""'}:
            self.quotes = token
        elif token in {"(", "[", "{"}:
            self.depth += 1
        elif token in {")", "]", "}"}:
            self.depth = max(0, self.depth - 1)
