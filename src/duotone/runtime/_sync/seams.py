# Made by `duotone mirror` from ../_async/seams.py: edit that file, and run it again.
"""Where the shell of a run meets the world: what it asks of a log, and of whoever makes attempts."""

from __future__ import annotations

from typing import Protocol

from duotone.runtime.binding import Bound
from duotone.runtime.commands import Call
from duotone.runtime.events import Append, Event
from duotone.runtime.outcomes import Attempt

__all__ = ["Attempts", "Journal"]


class Journal(Protocol):
    """What keeps the events of a run."""

    def append(self, append: Append) -> list[Event]:
        """Write drafts, together or not at all."""
        ...

    def read_run(self, run: str, *, after: int = 0) -> list[Event]:
        """Return the events of a run past the id `after`."""
        ...


class Attempts(Protocol):
    """Who makes the attempts of a run."""

    interruption: BaseException | None
    errors: dict[str, BaseException]

    @property
    def size(self) -> int:
        """How many attempts are under way, or have ended and were not asked for yet."""
        ...

    @property
    def has_ended(self) -> bool:
        """Whether `next` has something to tell without waiting."""
        ...

    def start(self, call: Call, bound: Bound) -> None:
        """Take on an attempt; it begins with the next `next`."""

    def next(self, until: float | None = None) -> Attempt | None:
        """Wait for the first attempt that ends; None if that hasn't happened by `until`, or somebody has called."""
        ...

    def stop(self, step: str) -> None:
        """End the attempt of a step; how that went is told by `next`."""

    def stop_all(self) -> None:
        """End every attempt."""

    def call(self) -> None:
        """Make `next` return; from any thread."""
