"""Actions that go on, and those that can still be undone, as the events of a session say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from duotone.runtime.events import Json
from duotone.runtime.sessions.reading import number, optional_number, optional_text, text

__all__ = ["Deed"]


@dataclass(frozen=True, slots=True)
class Deed:
    """One action that was begun; `undo_until` is set once it has ended and can be taken back.

    `owner` is the process that executes it, as the log knows it.
    """

    id: str
    action: str
    participant: str
    started: float
    undo_until: float | None = None
    owner: str = ""

    def to_json(self) -> Mapping[str, Json]:
        """Return this as a part of a snapshot."""
        return {
            "action": self.id,
            "name": self.action,
            "participant": self.participant,
            "at": self.started,
            "undo_until": self.undo_until,
            "owner": self.owner,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Json]) -> Self:
        """Return what `to_json` has written, or what the event says by which the action began."""
        return cls(
            text(data, "action"),
            text(data, "name"),
            text(data, "participant"),
            number(data, "at"),
            optional_number(data, "undo_until"),
            optional_text(data, "owner") or "",
        )
