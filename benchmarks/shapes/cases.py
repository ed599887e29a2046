"""The cases of the analyzer's tests as trees that every checker can read, and the places in them that are wrong."""

from __future__ import annotations

import ast
import functools
import hashlib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.checkers.fetching import MINIMAL
from tests.analyzer.catalog import ALL, ROWS, STEP_OF_ROW, Case

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from tests.analyzer.marks import Spot

__all__ = ["Asked", "Line", "Place", "asked", "row_of"]

# About files that can't be read and comments that do nothing, of which no color is wrong.
_OTHER = {"DUO001", "DUO002"}
_COMMENT = re.compile(r"#\s*(?:(?:expect|may|either|lost):\s*DUO|(?:hides|next|sibling)\b).*$", re.MULTILINE)
_ROW_OF_CODE = {code: row for row, codes in ROWS.items() for code in codes}


@dataclass(frozen=True)
class Line:
    """A marked line, with the lines of the statement that it is in."""

    path: str
    number: int
    first: int
    last: int


@dataclass(frozen=True)
class Place:
    """One fault: the codes that may name it, and the lines on one of which it has to be reported."""

    codes: frozenset[str]
    lines: tuple[Line, ...]
    rows: frozenset[str]

    @property
    def code(self) -> str:
        """The rule under which it is counted."""
        return min(self.codes)


@dataclass(frozen=True)
class Asked:
    """A case as the checkers get it: under a name that gives nothing away, and without its marks."""

    case: Case
    texts: tuple[tuple[str, str], ...]

    @property
    def is_single(self) -> bool:
        """Whether it is one file, which can stand beside others."""
        return self.case.path.is_file()

    @functools.cached_property
    def digest(self) -> str:
        """What its texts come to, which is its name as well."""
        return hashlib.sha256(repr(self.texts).encode()).hexdigest()[:12]

    def files(self) -> dict[str, str]:
        """Return its texts by their paths in the tree."""
        return {self.path_of(name): text for name, text in self.texts}

    def path_of(self, name: str) -> str:
        """Return where a file of the case is in the tree."""
        # What a test does is meant otherwise than what a program does, and its name is what says so.
        kind = "test" if name.rpartition("/")[2].startswith("test_") else "case"
        return f"{kind}_{self.digest}.py" if self.is_single else name

    def lay_out(self, tree: Path) -> None:
        """Write it into a tree."""
        for file, text in self.files().items():
            (tree / file).parent.mkdir(parents=True, exist_ok=True)
            (tree / file).write_text(text, encoding="utf-8")
        (tree / "pyproject.toml").write_text(MINIMAL.replace("3.11", "3.14"), encoding="utf-8")

    def places(self) -> Iterator[Place]:
        """Yield every fault that is marked in it."""
        marks = self.case.marks()
        kinds = marks.kinds()
        further = {row for row, step in STEP_OF_ROW.items() if step in kinds}
        for spot, codes in marks.expected:
            yield Place(codes, (self._line(spot),), frozenset({row_of(min(codes)), *further}))
        if marks.either:
            codes = frozenset(code for _, code in marks.either)
            lines = tuple(self._line(spot) for spot, _ in sorted(marks.either))
            yield Place(codes, lines, frozenset({row_of(min(codes)), *further}))

    def _line(self, spot: Spot) -> Line:
        first, last = _statement(dict(self.texts)[spot.path], spot.line)
        return Line(self.path_of(spot.path), spot.line, first, last)


def row_of(code: str) -> str:
    """Return the row of the catalog of failures that a code answers."""
    return _ROW_OF_CODE[code]


def asked(codes: Iterable[str] = ()) -> list[Asked]:
    """Return the cases, or those of some codes; notebooks are left out, which most checkers don't read."""
    wanted = set(codes)
    return [
        Asked(case, tuple((name, _without_marks(path)) for name, path in case.files().items()))
        for case in ALL
        if case.code not in _OTHER and (not wanted or case.code in wanted)
        if all(path.suffix != ".ipynb" for path in case.files().values())
    ]


def _without_marks(path: Path) -> str:
    return _COMMENT.sub("#", path.read_text(encoding="utf-8"))


def _statement(text: str, line: int) -> tuple[int, int]:
    """Return the first and the last line of the statement around a line; of a compound one, those of its head."""
    try:
        tree = ast.parse(text)
    except SyntaxError:  # of a newer Python
        return line, line
    spans = [_span(node) for node in ast.walk(tree) if isinstance(node, ast.stmt)]
    around = [(last - first, first, last) for first, last in spans if first <= line <= last]
    return min(around)[1:] if around else (line, line)


def _span(node: ast.stmt) -> tuple[int, int]:
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    body: list[ast.stmt] = getattr(node, "body", [])
    first = min([node.lineno, *(one.lineno for one in decorators)])
    return first, max(first, body[0].lineno - 1) if body else node.end_lineno or first
