"""Patterns in what a process prints: which lines are worth a notice, and when there are too many of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

__all__ = ["Found", "Matcher", "WatchRate"]

_LINES: Final = 20
_LONGEST: Final = 500
"""So many lines, and characters of each, are in one notice."""


@dataclass(frozen=True, slots=True)
class WatchRate:
    """How many notices are too many: past `most` in a window of so many seconds, matches are held back and counted.

    After so many windows in a row in which that was necessary, nothing is looked for any more; who asked for it is
    told so, and is told again when the process has ended.
    """

    most: int = 8
    window: float = 10.0
    strikes: int = 3


@dataclass(frozen=True, slots=True)
class Found:
    """What is worth a notice."""

    lines: Sequence[str]
    held_back: int = 0
    """Lines that have matched since the last notice and are not in this one."""
    is_last: bool = False
    """Whether there are too many, so that nothing is looked for from here on."""


class Matcher:
    """Looks for patterns, which are plain text, in lines as they come."""

    def __init__(self, patterns: Sequence[str], rate: WatchRate) -> None:
        self._patterns, self._rate = patterns, rate
        self._begun: float | None = None
        self._given = self._strikes = self._held_back = 0
        self._was_held = False

    def look(self, lines: Sequence[str], moment: float, *, is_final: bool = False) -> Found | None:
        """Return what is worth a notice at this moment, if anything is; at the end also what was held back."""
        matched = [line for line in lines if any(pattern in line for pattern in self._patterns)]
        self._turn_over(moment)
        if not matched and not (is_final and self._held_back):
            return None
        is_last = self._strikes >= self._rate.strikes
        if self._given < self._rate.most or is_last or is_final:
            return self._shown(matched, is_last=is_last)
        self._was_held = True
        self._held_back += len(matched)
        return None

    def _turn_over(self, moment: float) -> None:
        """Begin another window if it is time, and count how many in a row were too full."""
        if self._begun is not None and moment - self._begun < self._rate.window:
            return
        is_next = self._begun is not None and moment - self._begun < 2 * self._rate.window
        self._strikes = self._strikes + 1 if self._was_held and is_next else 0
        self._begun, self._given, self._was_held = moment, 0, False

    def _shown(self, matched: Sequence[str], *, is_last: bool) -> Found:
        shown = [line[:_LONGEST] for line in matched[:_LINES]]
        held_back = self._held_back + len(matched) - len(shown)
        self._given, self._held_back = self._given + 1, 0
        return Found(shown, held_back, is_last)
