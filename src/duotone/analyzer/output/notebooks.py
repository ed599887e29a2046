"""The code cells of a notebook: their lines, and on which line of the file each of them stands."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterator
from typing import TypeAlias

__all__ = ["Cell", "read_cells"]

_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\]:,]|[^\s"{}\[\]:,]+')

_Pieces: TypeAlias = list[tuple[int, str]]
"""The pieces of which the source of a cell is put together, each with its line in the file."""


@dataclasses.dataclass(frozen=True, slots=True)
class Cell:
    """One code cell; `rows` has for each line of it the line of the file."""

    lines: list[str]
    rows: list[int]


def read_cells(text: str) -> list[Cell]:
    """Return the code cells in their order; none for what is not a notebook."""
    try:
        json.loads(text)  # the walk below takes for granted that the text is well formed
    except (ValueError, RecursionError):
        return []
    return [_cell(pieces) for pieces in _code_cells(text)]


def _cell(pieces: _Pieces) -> Cell:
    rows: list[int] = []
    is_new = True
    for row, piece in pieces:
        for part in piece.splitlines(keepends=True):
            if is_new:
                rows.append(row)
            is_new = part.endswith("\n")
    return Cell("".join(piece for _, piece in pieces).split("\n"), rows)


def _code_cells(text: str) -> Iterator[_Pieces]:
    """Collect the sources of the cells that turn out to be code, which may be said after the source."""
    kind, pieces = "", list[tuple[int, str]]()
    for path, row, value in _strings(text):
        match path:
            case ("cells", int()):
                if kind == "code":
                    yield pieces
                kind, pieces = "", []
            case ("cells", int(), "cell_type"):
                kind = value
            case ("cells", int(), "source") | ("cells", int(), "source", int()):
                pieces.append((row, value))
            case _:
                pass


def _strings(text: str) -> Iterator[tuple[tuple[str | int, ...], int, str]]:
    """Yield each string that is a value, with the way to it and its line, and at the end of an object the way alone."""
    path: list[str | int] = []
    key, row, position = "", 1, 0
    for match in _TOKEN.finditer(text):
        row += text.count("\n", position, match.start())
        position = match.start()
        lexeme = match[0]
        is_in_object = bool(path) and isinstance(path[-1], str)
        if lexeme in "{[":
            path.append("" if lexeme == "{" else 0)
        elif lexeme in "}]":
            path.pop()
            if lexeme == "}":
                yield tuple(path), row, ""
        elif lexeme == ":":
            path[-1] = key
        elif lexeme == ",":
            path[-1] = "" if is_in_object else _next(path[-1])
        elif lexeme.startswith('"'):
            key = json.loads(lexeme)
            if path and path[-1] != "":
                yield tuple(path), row, key


def _next(index: str | int) -> int:
    return index + 1 if isinstance(index, int) else 0
