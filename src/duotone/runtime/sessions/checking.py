"""Refuses numbers that could not be kept to, before anything is built on them."""

from __future__ import annotations

import math

from duotone.errors import BadInput

__all__ = ["check_count", "check_positive", "checked_trust"]


def checked_trust(score: object, whose: str) -> float:
    """Return a trust score as a number from 0 to 1; raises `BadInput` for anything else."""
    if isinstance(score, bool) or not isinstance(score, int | float) or not 0 <= score <= 1:
        raise BadInput("trust", f"of {whose!r} is {score!r}; it must be a number from 0 to 1")
    return float(score)


def check_count(name: str, value: object) -> None:
    """Raise `BadInput` unless this is a whole number from 1 up, or None."""
    if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < 1):
        raise BadInput(name, f"is {value!r}; it must be a whole number from 1 up, or None for no limit")


def check_positive(name: str, value: object, *, or_zero: bool = False) -> None:
    """Raise `BadInput` unless this is a finite number above 0, or 0 where that is allowed."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    if not is_number or not isinstance(value, int | float) or value < 0 or (value == 0 and not or_zero):
        raise BadInput(name, f"is {value!r}; it must be a finite number {'from' if or_zero else 'above'} 0")
