"""Who is in a session: trust, ring, what was lent, and what is left of the rate."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from duotone.runtime.events import Json
from duotone.runtime.sessions.limits import Rate
from duotone.runtime.sessions.reading import number, optional_number, table, text
from duotone.runtime.sessions.rings import Elevation, Ring

__all__ = ["Participant"]


class Participant:
    """A participant as the events of its session say; to be read, since only events change it."""

    __slots__ = ("actions", "elevation", "id", "is_throttled", "own_ring", "tokens", "tokens_at", "trust")

    def __init__(self, id: str, trust: float, ring: Ring) -> None:  # noqa: A002  # what it is everywhere
        """Describe somebody who has just joined."""
        self.id = id
        self.trust = trust
        self.own_ring = ring
        self.elevation: Elevation | None = None
        self.actions = 0
        self.tokens: float | None = None
        self.tokens_at = 0.0
        self.is_throttled = False

    def ring_at(self, now: float) -> Ring:
        """Return the ring at a time: what was lent counts until its end, whether or not anybody has noticed that."""
        if self.elevation is not None and now < self.elevation.until:
            return min(self.own_ring, self.elevation.ring)
        return self.own_ring

    def tokens_left(self, rate: Rate, now: float) -> float:
        """Return how many actions the rate has left at a time."""
        return rate.left(self.tokens, self.tokens_at, now)

    def take_token(self, rate: Rate | None, now: float) -> None:
        """Count an action that begins."""
        self.actions += 1
        self.is_throttled = False
        if rate is not None:
            self.tokens, self.tokens_at = self.tokens_left(rate, now) - 1, max(now, self.tokens_at)

    def to_json(self) -> Mapping[str, Json]:
        """Return this as a part of a snapshot."""
        return {
            "id": self.id,
            "trust": self.trust,
            "ring": int(self.own_ring),
            "elevation": None if self.elevation is None else self.elevation.to_json(),
            "actions": self.actions,
            "tokens": self.tokens,
            "tokens_at": self.tokens_at,
            "throttled": self.is_throttled,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Json]) -> Self:
        """Return what `to_json` has written."""
        self = cls(text(data, "id"), number(data, "trust"), Ring(int(number(data, "ring"))))
        lent = table(data, "elevation")
        self.elevation = Elevation.from_json(lent) if lent else None
        self.actions = int(number(data, "actions"))
        self.tokens, self.tokens_at = optional_number(data, "tokens"), number(data, "tokens_at")
        self.is_throttled = bool(data["throttled"])
        return self
