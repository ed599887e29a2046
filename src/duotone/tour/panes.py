"""A pane of the tour: one seam, what happens there today and what happens with duotone, both really run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["Pane", "Seen", "Side"]


@dataclass(frozen=True)
class Seen:
    """What was seen on one side, in words, and whether it is what the pane claims."""

    text: str
    is_as_claimed: bool


@dataclass(frozen=True)
class Side:
    """One half of a pane: the line that matters, and a function that runs it and looks."""

    code: str
    act: Callable[[], Seen]

    def show(self) -> Seen:
        """Run this side; an exception that it didn't expect is what was seen, and never what was claimed."""
        try:
            return self.act()
        except Exception as error:  # noqa: BLE001  # shown in its place, and the tour fails for it
            return Seen(f"{type(error).__name__}: {error}", is_as_claimed=False)


@dataclass(frozen=True)
class Pane:
    """One law at one seam, by a name that can be asked for."""

    law: str
    name: str
    title: str
    today: Side
    ours: Side
