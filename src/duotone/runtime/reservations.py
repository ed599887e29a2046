"""Which calls hold which locks, over all runs of a runtime: who has to wait is told when it may look again.

A call that goes on inside of another one may wait for a lock while the other holds one. Where such waits would close a
circle, the one that closes it is refused: all the others get what they wait for.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from duotone.errors import WouldDeadlock

__all__ = ["Key", "Reservations"]

Key: TypeAlias = tuple[str, str]
"""A run, and a step of it."""

_REMEDY = "let the outer tool name the locks that are taken inside of it, or take them in the same order everywhere"


class _Claim(NamedTuple):
    """What a call has, or waits for."""

    names: frozenset[str]
    around: Sequence[Key]
    """The calls that it goes on inside of, which end after it."""
    tell: Callable[[], object]


class Reservations:
    """Locks by name; a call has all of its own or waits, and none overtakes another that waits for the same.

    One exception keeps things going: who waits for a call, over whatever steps, is overtaken by what goes on inside it.
    """

    def __init__(self) -> None:
        """Let everything be free."""
        self._held: dict[Key, _Claim] = {}
        self._waiting: dict[Key, _Claim] = {}  # the first that asked first
        self._changing = threading.Lock()

    def take(self, key: Key, names: Iterable[str], tell: Callable[[], object], around: Sequence[Key] = ()) -> bool:
        """Take locks for a call; where one isn't free, False, and `tell` is called once it is worth asking again.

        Raises `WouldDeadlock` if what would be waited for waits for a call `around` this one.
        """
        claim = _Claim(frozenset(names), around, tell)
        with self._changing:
            if not any(self._before(key, claim)):
                self._waiting.pop(key, None)
                self._held[key] = claim
                return True
            circle = self._circle(key, claim)
            if not circle:
                self._waiting[key] = claim  # who asked before keeps its place
                return False
        self.leave(key)
        raise WouldDeadlock(tuple(f"{step} of {run}" for run, step in circle), _REMEDY)

    def _before(self, key: Key, claim: _Claim) -> Iterator[Key]:
        """Yield the calls that have to let go, or to be served, before this one has its turn."""
        for other in self._in_the_way(key, claim):
            if other in self._held or not _path(other, claim.around, self._follow_all):
                yield other

    def _in_the_way(self, key: Key, claim: _Claim) -> Iterator[Key]:
        """Yield the calls that have what this one wants, and those that have wanted it before."""
        for holder, held in self._held.items():
            if holder != key and claim.names & held.names:
                yield holder
        for waiter, waiting in self._waiting.items():
            if waiter == key:
                return
            if claim.names & waiting.names:
                yield waiter

    def _circle(self, key: Key, claim: _Claim) -> list[Key]:
        """Return the calls over which this one would wait for one around it; empty if it wouldn't."""
        for other in self._before(key, claim):
            path = _path(other, claim.around, self._follow)
            if path:
                return [key, *path]
        return []

    def _follow(self, key: Key) -> Iterator[Key]:
        """Yield the calls that have to end before this one does, as far as that depends on locks."""
        if key in self._waiting:
            yield from self._before(key, self._waiting[key])
        yield from self._inside(key)

    def _follow_all(self, key: Key) -> Iterator[Key]:
        """Yield the same, and those that this one could overtake."""
        if key in self._waiting:
            yield from self._in_the_way(key, self._waiting[key])
        yield from self._inside(key)

    def _inside(self, key: Key) -> Iterator[Key]:
        """Yield the calls that wait inside of a call."""
        return (waiter for waiter, claim in self._waiting.items() if key in claim.around)

    def leave(self, key: Key) -> None:
        """Let the locks of a call be free, or let it wait no more."""
        self._leave_all({key})

    def leave_run(self, run: str) -> None:
        """Let the locks of all calls of a run be free, and let none of them wait."""
        if self._held or self._waiting:
            with self._changing:
                keys = {key for key in (*self._held, *self._waiting) if key[0] == run}
            self._leave_all(keys)

    def _leave_all(self, keys: set[Key]) -> None:
        if not self._held and not self._waiting:
            return
        with self._changing:
            count = len(self._held) + len(self._waiting)
            for key in keys:
                self._held.pop(key, None)
                self._waiting.pop(key, None)
            is_changed = len(self._held) + len(self._waiting) < count
            tells = [claim.tell for claim in self._waiting.values()] if is_changed else []
        for tell in tells:
            tell()


def _path(start: Key, ends: Sequence[Key], follow: Callable[[Key], Iterable[Key]]) -> list[Key]:
    """Return the calls over which one leads to one of the ends; empty if it doesn't."""
    seen, paths = set[Key](), [[start]] if ends else []
    while paths:
        path = paths.pop()
        if path[-1] in ends:
            return path
        if path[-1] not in seen:
            seen.add(path[-1])
            paths += [[*path, other] for other in follow(path[-1])]
    return []
