"""Which message counts as a report of a fault, and which as a wrong one; the rules are the same for every checker."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from benchmarks.shapes.cases import row_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from benchmarks.checkers.tools import Message
    from benchmarks.shapes.asking import Said
    from benchmarks.shapes.cases import Asked, Place

__all__ = ["OTHERS", "Tally"]

OTHERS = "any other"
"""The column of what at least one of the peers reports."""

_COLOR = re.compile(r"corouti|await|async|\bTask\[|\bFuture\[|event loop|\bblocking\b", re.IGNORECASE)

# Words that name the fault of a rule without a word about color.
_SAME_FAULT = {
    code: re.compile(words, re.IGNORECASE)
    for codes, words in {
        "DUO102 DUO501 DUO502": r"never used|not accessed|unused|is not used",
        "DUO103 DUO104 DUO105 DUO106 DUO107 DUO108": r"\boverloads?\b|always (true|truthy)",
        "DUO110": r"__getitem__|subscript|index|attribute|member",
        "DUO122": r"iterable|__iter__|__next__",
        "DUO123": r"context manager|__enter__|__exit__",
        "DUO601": r"overrid",
    }.items()
    for code in codes.split()
}

# About annotations, imports and layout, and not about what the code does, whatever words the message has.
_LAYOUT = re.compile(
    r"^(?:"
    r"(?!ASYNC|RUF006|RUF029|F841|F5|PLE|B0)[A-Z]{1,6}\d{3,4}|"  # ruff, but for what looks at behavior
    r"ASYNC(?:9\d\d|106|127)|"  # checkpoints, which trio's rules ask for in every function, and what to import
    r"reportUnknown\w*|reportMissing\w*|reportUnused(?:Import|Function|Class)|reportPrivate\w*|reportDeprecated|"
    r"reportUntyped\w*|reportUnnecessary(?!Comparison)\w*|"
    r"import\w*(?:-\w+)*|no-untyped-\w+|no-any-\w+(?:-\w+)?|type-arg|untyped-decorator|deprecated|"
    r"unannotated-\w+|implicit-any\S*|unknown-\S+|missing-import|missing-source\S*|untyped-import|implicit-reexport|"
    r"implicitly-defined-attribute|missing-override-decorator|explicit-override|unsound-return-statement|explicit-any|"
    r"missing-module-attribute|no-name-in-module|unused-import"
    r")$"
)
_OURS = re.compile(r"^DUO\d{3}$")


class Tally:
    """What each checker found of each rule and each row, and in how many clean cases it says something."""

    def __init__(self, cases: Iterable[Asked]) -> None:
        """Count what there is to find, and to leave alone."""
        self.flagged = [(case, tuple(case.places())) for case in cases if case.case.is_flagged]
        self.clean = [case for case in cases if not case.case.is_flagged]
        self.places: Counter[str] = Counter()
        self.found: Counter[tuple[str, str]] = Counter()
        self.wrong: Counter[tuple[str, str]] = Counter()
        self.reasons: dict[str, Counter[str]] = defaultdict(Counter)
        self.missed: list[tuple[Asked, Place]] = []
        for _, places in self.flagged:
            self.places.update(key for place in places for key in _keys(place))

    def codes(self) -> list[str]:
        """Return the rules that have a marked place."""
        return sorted(key for key in self.places if key.startswith("DUO"))

    def clean_codes(self) -> Counter[str]:
        """Return how many clean cases each rule has."""
        return Counter(case.case.code for case in self.clean)

    def judge(self, answers: dict[str, Said]) -> None:
        """Count what the checkers said, the first of them ours."""
        ours, *_ = answers
        for case, places in self.flagged:
            for place in places:
                finders = [tool for tool, said in answers.items() if _is_found(place, said[case.digest])]
                if ours not in finders:
                    self.missed.append((case, place))
                if any(tool != ours for tool in finders):
                    finders.append(OTHERS)
                self.found.update((tool, key) for tool in finders for key in _keys(place))
        for case in self.clean:
            for tool, said in answers.items():
                self._judge_clean(tool, case.case.code, said[case.digest])

    def _judge_clean(self, tool: str, code: str, messages: Sequence[Message]) -> None:
        names = {one.code for one in messages if _counts(one, {code})}
        if names:
            self.reasons[tool].update(names)
            self.wrong.update((tool, key) for key in (code, row_of(code), "all"))


def _keys(place: Place) -> list[str]:
    """Return everything under which a place is counted."""
    return ["all", place.code, *place.rows]


def _is_found(place: Place, messages: Iterable[Message]) -> bool:
    """Tell whether one of the messages is a report of the place; ours must have its line and its code."""
    for one in messages:
        for line in place.lines:
            if one.path != line.path:
                continue
            if _OURS.match(one.code):
                if one.line == line.number and one.code in place.codes:
                    return True
            elif line.first <= one.line <= line.last and _counts(one, place.codes):
                return True
    return False


def _counts(message: Message, codes: Iterable[str]) -> bool:
    """Tell whether a message is about color, or about the fault that one of the codes stands for."""
    if _OURS.match(message.code):
        return True
    if _LAYOUT.match(message.code) or message.text.startswith("note:"):
        return False
    words = f"{message.code} {message.text}"
    return bool(_COLOR.search(words)) or any(code in _SAME_FAULT and _SAME_FAULT[code].search(words) for code in codes)
