"""The marks in the files of a case: what the analyzer must say, where, and with which proof.

* `# expect: DUO101` – a finding of that code is on this line; `DUO101, DUO201` are two, `DUO104 | DUO106` one of two.
* `# may: DUO101` – a finding of that code is right here, and so is none.
* `# either: DUO602` – of all lines of the case that have this mark, at least one has the finding.
* `# lost: DUO104` – the proof of a finding of that code says that the value is lost on this line.
* `# hides` – the proof of a finding says that this line hides it.
* `# next` – the proof of a finding says that its fix uncovers another fault on this line.
* `# sibling` – the proof of a finding names this line as one that does it right.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterator
from pathlib import Path

__all__ = ["STEPS", "Marks", "Spot", "lines_of", "read_marks"]

STEPS = {"lost": "lost", "hides": "hidden", "next": "next", "sibling": "sibling"}
"""The kind of the step of a proof that a mark asks for."""

_CODES = r"DUO\d{3}(?:\s*[,|]\s*DUO\d{3})*"
_MARK = re.compile(rf"#\s*(?:(expect|may|either|lost):\s*({_CODES})|(hides|next|sibling)\b)")


@dataclasses.dataclass(frozen=True, order=True)
class Spot:
    """A line of a file, or of a code cell of a notebook."""

    path: str
    line: int
    cell: int = 0

    def __str__(self) -> str:
        return f"{self.path}:{self.line}" if not self.cell else f"{self.path}, cell {self.cell}:{self.line}"


@dataclasses.dataclass
class Marks:
    """All marks of a case."""

    expected: list[tuple[Spot, frozenset[str]]] = dataclasses.field(default_factory=list)
    allowed: set[tuple[Spot, str]] = dataclasses.field(default_factory=set)
    either: set[tuple[Spot, str]] = dataclasses.field(default_factory=set)
    steps: list[tuple[str, Spot, frozenset[str]]] = dataclasses.field(default_factory=list)

    @property
    def accepted(self) -> set[tuple[Spot, str]]:
        """Every finding that is not a surprise."""
        return self.allowed | self.either | {(spot, code) for spot, codes in self.expected for code in codes}

    def kinds(self) -> set[str]:
        """The kinds of steps that are asked for."""
        return {kind for kind, _, _ in self.steps}


def lines_of(path: Path, name: str) -> Iterator[tuple[Spot, str]]:
    """Every line of a file, by its spot; of a notebook, those of its code cells."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".ipynb":
        yield from ((Spot(name, number), line) for number, line in enumerate(text.splitlines(), 1))
        return
    cells = [cell for cell in json.loads(text)["cells"] if cell["cell_type"] == "code"]
    for index, cell in enumerate(cells, 1):
        for number, line in enumerate("".join(cell["source"]).splitlines(), 1):
            yield Spot(name, number, index), line


def read_marks(files: dict[str, Path]) -> Marks:
    """The marks of a case, whose files are given by their names."""
    marks = Marks()
    for name, path in files.items():
        for spot, line in lines_of(path, name):
            for match in _MARK.finditer(line):
                _add(marks, spot, match)
    return marks


def _add(marks: Marks, spot: Spot, match: re.Match[str]) -> None:
    word = match[1] or match[3]
    wanted = [frozenset(re.findall(r"DUO\d{3}", group)) for group in (match[2] or "").split(",")]
    codes = frozenset[str]().union(*wanted)
    if word == "expect":
        marks.expected += [(spot, group) for group in wanted]
    elif word == "may":
        marks.allowed |= {(spot, code) for code in codes}
    elif word == "either":
        marks.either |= {(spot, code) for code in codes}
    else:
        marks.steps.append((STEPS[word], spot, codes))
