"""Places as readers need them: as wide as the name that stands there, and in a notebook counted within its cell.

Facts about calls and definitions keep a line and a column, since most of them never become part of a finding.
"""

from __future__ import annotations

import dataclasses
import functools
import os
import re
from collections.abc import Callable
from pathlib import Path

from duotone.analyzer.findings import Finding, Place, Step, path_in
from duotone.analyzer.parsing.notebooks import read_notebook
from duotone.analyzer.parsing.records import Cell
from duotone.analyzer.parsing.text import decode

__all__ = ["Placing"]

_NAME = re.compile(r"[\w.]+")
_DEFINITION = re.compile(r"\s*(?:async\s+)?(?:class|def)\s+")
_NOTEBOOK = ".ipynb"


class Placing:
    """Settles the places of the findings of one run."""

    def __init__(self, root: Path, read: Callable[[str], bytes | str]) -> None:
        self._root = root
        self._read = read
        # Findings come file by file, and few files need it.
        self._lines = functools.lru_cache(maxsize=8)(self._read_lines)
        self._cells = functools.lru_cache(maxsize=8)(self._read_cells)

    def settle(self, finding: Finding) -> Finding:
        """Return the finding with its places settled."""
        place = finding.place
        if (place.line, place.column) == (place.end_line, place.end_column):
            place = self._widened(place)
        place = self._in_its_cell(place)
        proof = tuple(map(self._settle_step, finding.proof))
        if place == finding.place and proof == finding.proof:
            return finding
        return dataclasses.replace(finding, place=place, proof=proof)

    def _settle_step(self, step: Step) -> Step:
        place = step.place
        if place is None:
            return step
        if os.path.isabs(place.path):  # noqa: PTH117  # by text, since findings have many steps
            place = self._named(place)
        return dataclasses.replace(step, place=self._in_its_cell(place))

    def _named(self, place: Place) -> Place:
        """Point to the name in a definition of a file that was not given, of which only the line is known."""
        lines = self._lines(place.path)
        head = _DEFINITION.match(lines[place.line - 1]) if place.line <= len(lines) else None
        column = head.end() + 1 if head else place.column
        return dataclasses.replace(place, path=path_in(self._root, place.path), column=column, end_column=column)

    def _widened(self, place: Place) -> Place:
        """Let a point reach to the end of the name that begins there."""
        lines = self._lines(place.path)
        text = lines[place.line - 1] if place.line <= len(lines) else ""
        name = _NAME.match(text, place.column - 1)
        return dataclasses.replace(place, end_column=name.end() + 1 if name else place.column + 1)

    def _in_its_cell(self, place: Place) -> Place:
        """Count the lines of a place from the beginning of its cell."""
        if place.cell is not None or not place.path.endswith(_NOTEBOOK):
            return place
        cell = next((one for one in self._cells(place.path) if one.first_line <= place.line <= one.last_line), None)
        if cell is None:
            return place
        before = cell.first_line - 1
        return dataclasses.replace(place, line=place.line - before, end_line=place.end_line - before, cell=cell.number)

    def _read_lines(self, path: str) -> list[str]:
        text = self._text(path)
        return (read_notebook(text).text if path.endswith(_NOTEBOOK) else text).split("\n")

    def _read_cells(self, path: str) -> tuple[Cell, ...]:
        return tuple(read_notebook(self._text(path)).cells)

    def _text(self, path: str) -> str:
        try:
            return decode(self._read(str(self._root / path)))[0]
        except OSError:  # gone since; the finding keeps the point where it was
            return ""
