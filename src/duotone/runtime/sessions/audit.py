"""The audit of a session: its root is the hash of the last event before it was archived, which seals all before it."""

from __future__ import annotations

from collections.abc import Iterable

from duotone.runtime.events import GENESIS, Event, encoded, link
from duotone.runtime.sessions.reading import number, text

__all__ = ["Audit"]


class Audit:
    """A fold over all events of a session, those of its runs included, that tells the first one that doesn't fit."""

    __slots__ = ("_hash", "_seq", "problem", "root")

    def __init__(self) -> None:
        """Begin before the first event."""
        self._hash, self._seq = GENESIS, 0
        self.root: str | None = None
        self.problem: str | None = None

    @property
    def holds(self) -> bool:
        """Whether the session was archived, and everything before that is as it was then."""
        return self.problem is None and self.root is not None

    def add(self, events: Iterable[Event]) -> None:
        """Take in the next events."""
        for event in events:
            self.problem = self.problem or self._fault_of(event)
            if event.kind == "session.archived" and self.root is None:
                self.root = text(event.data, "root")
            self._hash, self._seq = event.hash, event.seq

    def _fault_of(self, event: Event) -> str | None:
        if event.seq != self._seq + 1:
            return f"event {self._seq + 1} is missing"
        place = (event.id, event.session, event.seq, event.kind, event.at, event.run)
        if link(self._hash, place, encoded(event.data)) != event.hash:
            return f"event {event.seq} ({event.kind}) is not what was written"
        if event.kind == "session.archived" and self._sealed(event) != (self._hash, self._seq):
            return f"event {event.seq} seals another history"
        return None

    @staticmethod
    def _sealed(event: Event) -> tuple[str, int]:
        return text(event.data, "root"), int(number(event.data, "events"))
