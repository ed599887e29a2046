"""Channels of the tests, each of which keeps what reached it, and a way to wait for that."""

from __future__ import annotations

import time
from collections.abc import Callable

from duotone.runtime import Abilities, Notice

__all__ = ["LATE", "End", "wait_until"]

LATE = Abilities(in_turn=True, after_turn=True)


class End:
    """A channel that keeps what it was given."""

    def __init__(self, name: str = "end", abilities: Abilities = LATE) -> None:
        self.name = name
        self.abilities = abilities
        self.notices: list[Notice] = []

    def deliver(self, notice: Notice) -> None:
        self.notices.append(notice)


def wait_until(is_so: Callable[[], bool], seconds: float = 30.0) -> None:
    """Wait on this thread until something is so; fails if that takes too long."""
    deadline = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < deadline, "it was not so in time"
        time.sleep(0.01)
