"""Rings of privilege: which one a trust score gives, and for how long a better one is lent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Self

from duotone.errors import BadInput
from duotone.runtime.events import Json
from duotone.runtime.sessions.checking import checked_trust
from duotone.runtime.sessions.reading import number, text

__all__ = ["Elevation", "Ring", "Thresholds", "check_ring"]


class Ring(IntEnum):
    """What a participant may reach; a lower number reaches further."""

    ROOT = 0
    """Administration of the session itself. No score gives it; it is only lent."""
    PRIVILEGED = 1
    """Actions that can't be undone."""
    STANDARD = 2
    """Actions that can be undone."""
    SANDBOX = 3
    """Reading."""

    def reaches(self, needed: Ring) -> bool:
        """Whether this ring is enough where `needed` is asked for."""
        return self <= needed


def check_ring(name: str, ring: object) -> None:
    """Raise `BadInput` unless this is one of the rings: what is written down has to be read again."""
    if ring not in set(Ring):
        known = ", ".join(f"{one:d} ({one.name.lower()})" for one in Ring)
        raise BadInput(name, f"is {ring!r}; it must be one of {known}")


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The trust from which on a participant gets a ring; below `standard` it is the sandbox."""

    privileged: float = 0.9
    standard: float = 0.6

    def __post_init__(self) -> None:
        for name in ("privileged", "standard"):
            checked_trust(getattr(self, name), name)
        if self.privileged < self.standard:
            raise BadInput("privileged", f"is {self.privileged:g}, below standard={self.standard:g}; it must be higher")

    def ring_for(self, trust: float) -> Ring:
        """Return the ring that a trust score gives."""
        if trust >= self.privileged:
            return Ring.PRIVILEGED
        return Ring.STANDARD if trust >= self.standard else Ring.SANDBOX


@dataclass(frozen=True, slots=True)
class Elevation:
    """A better ring that is lent until a time."""

    ring: Ring
    until: float
    by: str

    def __post_init__(self) -> None:
        check_ring("ring", self.ring)

    def to_json(self) -> Mapping[str, Json]:
        """Return this as data of an event."""
        return {"ring": int(self.ring), "until": self.until, "by": self.by}

    @classmethod
    def from_json(cls, data: Mapping[str, Json]) -> Self:
        """Return what `to_json` has written."""
        return cls(Ring(int(number(data, "ring"))), number(data, "until"), text(data, "by"))
