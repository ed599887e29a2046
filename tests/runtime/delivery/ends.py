"""Channels of the tests: each keeps what reached it, and can do what it is told."""

from __future__ import annotations

from duotone.runtime import Abilities, Notice

__all__ = ["LATE", "End"]

LATE = Abilities(in_turn=True, after_turn=True)


class End:
    """A channel that keeps what it was given."""

    def __init__(self, name: str = "end", abilities: Abilities = LATE) -> None:
        self.name = name
        self.abilities = abilities
        self.notices: list[Notice] = []

    def deliver(self, notice: Notice) -> None:
        self.notices.append(notice)
