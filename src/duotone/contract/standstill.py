"""Which waits never end: those that one wait depends on are followed once, and what goes on is taken away.

A wait for a pool or a loop ends as soon as one of those that have it goes on, a wait for a lock when all have. A thing
goes on once every wait that stops it has ended. What is left when nothing more follows from that stands still for ever.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Generic, TypeVar

__all__ = ["Standstill", "Waiting"]


class Waiting:
    """A wait for something that others have; `holders` tells who has it now."""

    __slots__ = ("holders",)

    needs_all = False
    """Whether all who have it must go on before this wait can end; else one of them is enough."""

    def __init__(self, holders: Callable[[], Iterable[object]]) -> None:
        """Wait for what these have."""
        self.holders = holders


W = TypeVar("W", bound=Waiting)


class Standstill(Generic[W]):
    """What one wait depends on, each wait and each thing looked at once."""

    def __init__(self, stopping: Callable[[object], Collection[W]]) -> None:
        """Know nothing yet; `stopping` tells because of which waits a thing stands still."""
        self._stopping = stopping
        self._stops: dict[object, Collection[W]] = {}
        """The waits because of which a thing stands still."""
        self._left: dict[object, int] = {}
        """How many of them must end before it goes on."""
        self._stopped: dict[W, list[object]] = {}
        """The things that a wait stops."""
        self._needed: dict[object, list[W]] = {}
        """The waits for what a thing has."""
        self._missing: dict[W, int] = {}
        """How many of those who have what it is for must go on before a wait ends."""

    def left_by(self, start: W) -> set[W]:
        """Return the waits that never end, of `start` and those that may keep it from its end."""
        ahead: list[W] = [start]
        ended: list[W] = []
        while ahead:
            wait = ahead.pop()
            if wait not in self._missing:
                ahead += self._follow(wait)
                if not self._missing[wait]:
                    ended.append(wait)
        while ended:
            ended += self._freed_by(ended.pop())
        return {wait for wait, missing in self._missing.items() if missing > 0}

    def _follow(self, wait: W) -> list[W]:
        """Take in a wait, and return those on which its end may depend: none where enough of the holders go on."""
        holders = list(dict.fromkeys(wait.holders()))
        stopped = [thing for thing in holders if self._waits_stopping(thing)]
        if wait.needs_all:
            self._missing[wait] = len(stopped)
        else:
            self._missing[wait] = 1 if stopped and len(stopped) == len(holders) else 0
        if not self._missing[wait]:
            return []
        for thing in stopped:
            self._needed.setdefault(thing, []).append(wait)
        return [one for thing in stopped if thing not in self._left for one in self._stand_still(thing)]

    def _waits_stopping(self, thing: object) -> Collection[W]:
        if thing not in self._stops:
            self._stops[thing] = self._stopping(thing)
        return self._stops[thing]

    def _stand_still(self, thing: object) -> Collection[W]:
        """Let a thing go on only when all that stops it has ended, and return that."""
        waits = self._stops[thing]
        self._left[thing] = len(waits)
        for wait in waits:
            self._stopped.setdefault(wait, []).append(thing)
        return waits

    def _freed_by(self, ended: W) -> list[W]:
        """Let a wait have ended, and return those that end with what goes on then."""
        more: list[W] = []
        for thing in self._stopped.get(ended, ()):
            self._left[thing] -= 1
            if not self._left[thing]:
                for wait in self._needed[thing]:
                    self._missing[wait] -= 1
                    if not self._missing[wait]:
                        more.append(wait)
        return more
