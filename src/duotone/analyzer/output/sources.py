"""The source that findings point to, read when it is asked for and missing without an error."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from duotone.analyzer.findings import Place
from duotone.analyzer.output.context import ReadLines
from duotone.analyzer.output.notebooks import Cell, read_cells

__all__ = ["Sources"]


class Sources:
    """Lines of files and of cells; the last few files are kept, as findings come file by file."""

    def __init__(self, read: ReadLines) -> None:
        self._file = functools.lru_cache(maxsize=32)(functools.partial(_read, read))
        self._cells = functools.lru_cache(maxsize=8)(self._read_cells)

    def lines(self, path: str, cell: int | None) -> Sequence[str]:
        """Return the lines without their ends; none where the file or the cell is gone."""
        if cell is None:
            return self._file(path)
        found = self._cell(path, cell)
        return found.lines if found else ()

    def line(self, place: Place) -> str | None:
        """Return the line on which a place begins, or None where there is no such line any more."""
        lines = self.lines(place.path, place.cell)
        return lines[place.line - 1] if 1 <= place.line <= len(lines) else None

    def row(self, place: Place) -> int | None:
        """Return the line of the file on which a place begins, which in a notebook is another than that in its cell."""
        if place.cell is None:
            return max(1, place.line)
        cell = self._cell(place.path, place.cell)
        return cell.rows[place.line - 1] if cell and 1 <= place.line <= len(cell.rows) else None

    def _cell(self, path: str, number: int) -> Cell | None:
        cells = self._cells(path)
        return cells[number - 1] if 1 <= number <= len(cells) else None

    def _read_cells(self, path: str) -> list[Cell]:
        return read_cells("\n".join(self._file(path)))


def _read(read: ReadLines, path: str) -> Sequence[str]:
    try:
        lines = read(path)
    except (OSError, ValueError):  # gone since, or not text any more; the finding stands without its excerpt
        return ()
    return [line.rstrip("\r\n") for line in lines or ()]
