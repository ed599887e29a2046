"""Circles: whether an agent repeats itself, told from what it did and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from duotone.runtime.conversation.limits import Patience

__all__ = ["Circle", "Round", "circle_in"]


@dataclass(frozen=True, slots=True)
class Round:
    """The calls of one reply, and what came of them."""

    action: str
    """Names and arguments, as one text."""
    result: str
    error: str = ""
    """What went wrong, if all of the calls failed."""


@dataclass(frozen=True, slots=True)
class Circle:
    """A kind of repetition, and how often it was seen."""

    kind: str
    times: int


def circle_in(rounds: Sequence[Round], patience: Patience) -> Circle | None:
    """Return the circle in which the last rounds go, None if they go somewhere."""
    if not rounds:
        return None
    last = rounds[-1]
    errors = _trailing([one.error == last.error for one in rounds]) if last.error else 0
    if _is_over(errors, patience.error):
        return Circle("error", errors)
    same = _trailing([one == last for one in rounds])
    if _is_over(same, patience.action):
        return Circle("action", same)
    turns = _turns(rounds)
    return Circle("alternation", turns) if _is_over(turns, patience.alternation) else None


def _is_over(times: int, patience: int) -> bool:
    return 0 < patience <= times


def _trailing(matches: Sequence[bool]) -> int:
    """Return how many hold at the end, without a gap."""
    for count, holds in enumerate(reversed(matches)):
        if not holds:
            return count
    return len(matches)


def _turns(rounds: Sequence[Round]) -> int:
    """Return how often two different rounds have taken turns at the end."""
    pair = rounds[-2:]
    if len(pair) < 2 or pair[0] == pair[1]:  # noqa: PLR2004  # a pair
        return 0
    return _trailing([one == pair[(place - len(rounds)) % 2] for place, one in enumerate(rounds)]) // 2
