"""The cases of the analyzer's tests, as trees that every checker can read."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from benchmarks.checkers.fetching import MINIMAL
from benchmarks.measure import ROOT

CASES = ROOT / "tests" / "analyzer" / "cases"
ROWS = {
    "A1": "a coroutine call as a statement",
    "A2": "a coroutine used as its value",
    "A3": "masked by a broad except",
    "A4": "the compound: model used as a mapping",
    "A5": "the partial fix",
    "A6": "async without a suspension point",
    "A7": "a dispatcher that forces async",
    "A8": "a surface that mixes colors",
    "A9": "callbacks and overrides of the other color",
    "A10": "await, for and with on the wrong thing",
    "A11": "a loop inside a loop",
    "A12": "blocking calls on the loop",
    "A13": "dropped tasks and gathers",
    "A14": "a shim that defeats offloading",
    "A15": "decorators that hide a color",
    "A16": "twins that have drifted",
}
_BY_CODE = {
    "DUO101": "A1",
    "DUO110": "A4",
    "DUO201": "A6",
    "DUO202": "A7",
    "DUO203": "A8",
    "DUO204": "A14",
    "DUO601": "A9",
    "DUO602": "A16",
    "DUO703": "A15",
}
_BY_FAMILY = {"DUO10": "A2", "DUO12": "A10", "DUO3": "A12", "DUO4": "A11", "DUO5": "A13", "DUO7": "A9"}
_BY_FILE = {"masked": "A3", "partial_fix": "A5"}
_MARK = re.compile(r"# expect: ([\w, ]+)")


@dataclass(frozen=True)
class Case:
    """One case: a file, or a folder that is a small project."""

    code: str
    is_flagged: bool
    path: Path

    @property
    def name(self) -> str:
        """A name that is a module's as well."""
        return f"{self.code}_{'flagged' if self.is_flagged else 'clean'}_{self.path.stem}"

    def row_of(self, code: str) -> str:
        """Return the shape that a code stands for in this case."""
        for start, row in _BY_FILE.items():
            if self.path.stem.startswith(start) and code.startswith("DUO1"):
                return row
        families = [row for family, row in _BY_FAMILY.items() if code.startswith(family)]
        return _BY_CODE.get(code) or families[0]

    def expected(self) -> list[tuple[str, int, str]]:
        """Return the file, line and code of each mark; files are relative to the case's tree."""
        marks: list[tuple[str, int, str]] = []
        for file, text in self.files():
            for number, line in enumerate(text.splitlines(), 1):
                found = _MARK.search(line)
                if found:
                    marks += [(file, number, code) for code in re.findall(r"DUO\d+", found[1])]
        return marks

    def files(self) -> list[tuple[str, str]]:
        """Return the files as they are called in the case's tree, with their text."""
        if self.path.is_file():
            return [(f"{self.name}.py", self.path.read_text())]
        return [(file.relative_to(self.path).as_posix(), file.read_text()) for file in sorted(self.path.rglob("*.py"))]


def read() -> list[Case]:
    """Return all cases but those that a type checker can't be asked about: notebooks and unreadable code."""
    found: list[Case] = []
    for folder in sorted(CASES.iterdir()):
        code = folder.name.partition("-")[0]
        for kind in ("flagged", "clean"):
            paths = sorted((folder / kind).glob("*")) if code not in {"DUO001", "DUO002"} else []
            cases = [Case(code, kind == "flagged", path) for path in paths if "__pycache__" not in path.name]
            found += [case for case in cases if case.files()]
    return found


def lay_out(cases: list[Case], tree: Path) -> None:
    """Write cases into one tree, in which no mark gives an answer away."""
    shutil.rmtree(tree, ignore_errors=True)
    tree.mkdir(parents=True)
    (tree / "pyproject.toml").write_text(MINIMAL.replace("3.11", "3.14"))
    for case in cases:
        for file, text in case.files():
            (tree / file).parent.mkdir(parents=True, exist_ok=True)
            (tree / file).write_text(_MARK.sub("#", text))
