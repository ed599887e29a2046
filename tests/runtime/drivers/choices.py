"""Every way in which something can go: all paths through a tree of choices, each taken once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

__all__ = ["Chooser", "every_path"]

T = TypeVar("T")


class Chooser:
    """Takes the choices of one path; where the path ends, the first option."""

    def __init__(self, path: Sequence[int] = ()) -> None:
        self._path = list(path)
        self.taken: list[tuple[int, int]] = []

    def choose(self, options: Sequence[T]) -> T:
        place = len(self.taken)
        index = self._path[place] if place < len(self._path) else 0
        self.taken.append((index, len(options)))
        return options[index]

    @property
    def path(self) -> list[int]:
        return [index for index, _ in self.taken]


def every_path() -> Iterator[Chooser]:
    """Yield choosers until each path was taken; what asks them must always ask the same on the same path."""
    path: list[int] | None = []
    while path is not None:
        chooser = Chooser(path)
        yield chooser
        taken = chooser.taken
        while taken and taken[-1][0] + 1 == taken[-1][1]:
            taken.pop()
        path = [index for index, _ in taken[:-1]] + [taken[-1][0] + 1] if taken else None
