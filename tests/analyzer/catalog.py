"""The cases of the analyzer, and the row of the catalog of failures that each belongs to."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path

from tests.analyzer.marks import Marks, Spot, lines_of, read_marks

__all__ = ["ALL", "CASES", "FLAGGED", "NEWER", "ROWS", "STEP_OF_ROW", "Case", "cases_of_row"]

CASES = Path(__file__).parent / "cases"
NEWER = "newer"
"""The folder of cases in the syntax of a newer Python; each file in it is a case of its own."""

ROWS = {
    "A1": ["DUO101"],
    "A2": ["DUO102", "DUO103", "DUO104", "DUO105", "DUO106", "DUO107", "DUO108"],
    "A4": ["DUO110"],
    "A6": ["DUO201"],
    "A7": ["DUO202"],
    "A8": ["DUO203"],
    "A9": ["DUO601", "DUO701", "DUO702"],
    "A10": ["DUO121", "DUO122", "DUO123", "DUO124"],
    "A11": ["DUO401", "DUO402"],
    "A12": ["DUO301", "DUO302"],
    "A13": ["DUO501", "DUO502"],
    "A14": ["DUO204"],
    "A15": ["DUO703"],
    "A16": ["DUO602"],
}
"""The codes by the row of the catalog of failures that they answer."""

STEP_OF_ROW = {"A3": "hidden", "A4": "next", "A5": "sibling"}
"""The step that the proof of a finding of a row must have."""


@dataclasses.dataclass(frozen=True)
class Case:
    """A file or a small project, with the rule that it is about."""

    code: str
    is_flagged: bool
    path: Path

    def __str__(self) -> str:
        return f"{self.code}-{'flagged' if self.is_flagged else 'clean'}-{self.path.stem}"

    def files(self) -> dict[str, Path]:
        """Its files by their names inside the case."""
        if self.path.is_file():
            return {self.path.name: self.path}
        found = (path for path in sorted(self.path.rglob("*")) if path.suffix in {".py", ".pyi", ".ipynb"})
        return {path.relative_to(self.path).as_posix(): path for path in found}

    def marks(self) -> Marks:
        return read_marks(self.files())

    def text(self, spot: Spot) -> str:
        """The source of a line."""
        return next((line for at, line in lines_of(self.files()[spot.path], spot.path) if at == spot), "").strip()


def _all_cases() -> Iterator[Case]:
    for folder in sorted(CASES.glob("DUO*/*")):
        entries = [path for path in sorted(folder.iterdir()) if not path.name.startswith(("_", "."))]
        inner = [path for entry in entries if entry.name == NEWER for path in sorted(entry.iterdir())]
        for path in [*(entry for entry in entries if entry.name != NEWER), *inner]:
            if path.is_dir() or path.suffix == ".py":
                yield Case(folder.parent.name.partition("-")[0], folder.name == "flagged", path)


ALL = list(_all_cases())
FLAGGED = [case for case in ALL if case.is_flagged]


def cases_of_row(row: str) -> list[Case]:
    """The flagged cases that a row is about; for A17 the clean ones of all rows."""
    if row == "A17":
        return [case for case in ALL if not case.is_flagged]
    step = STEP_OF_ROW.get(row)
    return [case for case in FLAGGED if case.code in ROWS.get(row, []) or step in case.marks().kinds()]
