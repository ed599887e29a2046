"""Which calls hold which locks, over all runs of a runtime: who has to wait is told when it may look again."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import TypeAlias

__all__ = ["Key", "Reservations"]

Key: TypeAlias = tuple[str, str]
"""A run, and a step of it."""


class Reservations:
    """Locks by name; a call has all of its own or waits, and none overtakes another that waits for the same."""

    def __init__(self) -> None:
        """Let everything be free."""
        self._held: dict[Key, frozenset[str]] = {}
        self._waiting: dict[Key, tuple[frozenset[str], Callable[[], object]]] = {}  # the first that asked first
        self._changing = threading.Lock()

    def take(self, key: Key, names: Iterable[str], tell: Callable[[], object]) -> bool:
        """Take locks for a call; where one isn't free, False, and `tell` is called once it is worth asking again."""
        wanted = frozenset(names)
        with self._changing:
            if self._is_free(key, wanted):
                self._waiting.pop(key, None)
                self._held[key] = wanted
                return True
            self._waiting[key] = wanted, tell  # who asked before keeps its place
            return False

    def _is_free(self, key: Key, wanted: frozenset[str]) -> bool:
        if any(wanted & names for holder, names in self._held.items() if holder != key):
            return False
        for waiter, (names, _) in self._waiting.items():
            if waiter == key:
                return True
            if wanted & names:
                return False
        return True

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
            tells = [tell for _, tell in self._waiting.values()] if is_changed else []
        for tell in tells:
            tell()
