"""What is wrong with a workflow, each problem with its place and its remedy, gathered until all of them are known."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass, field

from duotone.errors import BadWorkflow

__all__ = ["Place", "Problems", "suggestion"]


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where something stands: a line and a column of a file, or the path to it in data that has no lines."""

    line: int = 0
    column: int = 0
    path: str = ""

    def shown(self, source: str) -> str:
        """Return this as editors and terminals know it."""
        return f"{source}:{self.line}:{self.column}" if self.line else f"{source}{self.path}"

    def after(self, count: int) -> Place:
        """Return the place so many characters further on the same line."""
        return Place(self.line, self.column + count, self.path)


@dataclass(slots=True)
class Problems:
    """The problems of one source, in the order of their places."""

    source: str
    _found: list[tuple[Place, str]] = field(default_factory=list[tuple[Place, str]])

    def add(self, place: Place, problem: str, remedy: str) -> None:
        """Note a problem and what to do about it."""
        self._found.append((place, f"{place.shown(self.source)}: {problem}; {remedy}"))

    def take(self, place: Place, others: Iterable[str]) -> None:
        """Note the problems of another file that this one names at `place`; they have places of their own."""
        self._found += [(place, line) for line in others]

    @property
    def lines(self) -> list[str]:
        """Every problem as one line, none of them twice."""
        ordered = sorted(self._found, key=lambda found: found[0])
        return list(dict.fromkeys(line for _, line in ordered))

    def refuse(self) -> None:
        """Raise `BadWorkflow` with all of them, if there are any."""
        if self._found:
            raise BadWorkflow(self.source, self.lines)


def suggestion(word: str, known: Iterable[str], otherwise: str = "") -> str:
    """Return the remedy for a word that isn't known: the one that was meant, else all that there are."""
    names = list(known)
    lowered = {name.lower(): name for name in names}
    like = difflib.get_close_matches(word.lower(), lowered, n=1, cutoff=0.6)
    if like:
        return f"did you mean {lowered[like[0]]!r}?"
    return otherwise or (f"there is {', '.join(filter(None, names))}" if names else "there is none")
