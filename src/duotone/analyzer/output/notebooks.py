"""The code cells of a notebook: their lines, and on which line of the file each of them stands."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterator

__all__ = ["Cell", "Lexeme", "code_cells", "read_cells"]

_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\]:,]|[^\s"{}\[\]:,]+')


@dataclasses.dataclass(frozen=True, slots=True)
class Lexeme:
    """A string of the JSON: its line in the file, the characters that it takes there, and what it says."""

    row: int
    start: int
    end: int
    value: str


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


def code_cells(text: str) -> list[list[Lexeme]]:
    """Return the strings of which the source of each code cell is put together; the text has to be well-formed JSON."""
    return list(_code_cells(text))


def _cell(pieces: list[Lexeme]) -> Cell:
    rows: list[int] = []
    is_new = True
    for piece in pieces:
        for part in piece.value.splitlines(keepends=True):
            if is_new:
                rows.append(piece.row)
            is_new = part.endswith("\n")
    return Cell("".join(piece.value for piece in pieces).split("\n"), rows)


def _code_cells(text: str) -> Iterator[list[Lexeme]]:
    """Collect the sources of the cells that turn out to be code, which may be said after the source."""
    kind, pieces = "", list[Lexeme]()
    for path, lexeme in _strings(text):
        match path:
            case ("cells", int()):
                if kind == "code":
                    yield pieces
                kind, pieces = "", []
            case ("cells", int(), "cell_type"):
                kind = lexeme.value
            case ("cells", int(), "source") | ("cells", int(), "source", int()):
                pieces.append(lexeme)
            case _:
                pass


def _strings(text: str) -> Iterator[tuple[tuple[str | int, ...], Lexeme]]:
    """Yield each string that is a value with the way to it, and at the end of an object one that says nothing."""
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
                yield tuple(path), Lexeme(row, *match.span(), "")
        elif lexeme == ":":
            path[-1] = key
        elif lexeme == ",":
            path[-1] = "" if is_in_object else _next(path[-1])
        elif lexeme.startswith('"'):
            key = json.loads(lexeme)
            if path and path[-1] != "":
                yield tuple(path), Lexeme(row, *match.span(), key)


def _next(index: str | int) -> int:
    return index + 1 if isinstance(index, int) else 0
