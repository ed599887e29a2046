"""What parsing gives back: the tree and the text it stands for, and the places that could not be read."""

from __future__ import annotations

import ast
import dataclasses

__all__ = ["Cell", "Fault", "Parsed"]


@dataclasses.dataclass(frozen=True, slots=True)
class Fault:
    """A place that could not be read; lines and columns count from 1, in characters, and the end is exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int
    message: str


@dataclasses.dataclass(frozen=True, slots=True)
class Cell:
    """The lines of the joined text, first and last included, of one code cell of a notebook; cells count from 1."""

    first_line: int
    last_line: int
    number: int


@dataclasses.dataclass(frozen=True, slots=True)
class Parsed:
    """A file as a tree.

    `text` is what the tree was read from: decoded, without a byte order mark, and with a line feed for every line end,
    so that splitting at these gives the lines that the nodes count. For a notebook it is the code of its cells, joined.
    The first of `faults` is the one to show.
    """

    tree: ast.Module
    text: str
    faults: tuple[Fault, ...] = ()
    cells: tuple[Cell, ...] = ()
