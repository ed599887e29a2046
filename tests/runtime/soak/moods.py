"""What a user feels like, by chance: the same whether it talks on a loop or on a thread."""

from __future__ import annotations

import random
from typing import TypeVar

__all__ = ["SLOW", "Mood"]

T = TypeVar("T")

SLOW = 1.5
"""Seconds of thought of an agent that is to be interrupted."""


class Mood:
    """The choices of one user."""

    def __init__(self, chance: random.Random) -> None:
        """Choose by `chance`."""
        self._chance = chance
        self.uniform = chance.uniform

    def choose(self, ask: T, stream: T, stop_reading: T, interrupt: T) -> T:
        """Choose what to do."""
        (deed,) = self._chance.choices([ask, stream, stop_reading, interrupt], [6, 2, 0.5, 1.5])
        return deed

    def wish(self) -> str:
        """Return what an agent is asked for."""
        (deed,) = self._chance.choices(["talk", "look", "start", "run"], [5, 5, 0.7, 0.3])
        return f"{deed} {self.seconds()}"

    def seconds(self) -> float:
        """Return for how long an agent is to think."""
        return round(self._chance.uniform(0.02, 0.6), 3)

    def is_bored(self) -> bool:
        """Tell whether to stop reading."""
        return self._chance.random() < 0.5
