"""What `duotone doctor` looks at: each thing is one check, with what was found and what to do about it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Check", "State"]


class State(StrEnum):
    """How something stands."""

    OK = "ok"
    ABSENT = "absent"
    """It is not there, and nothing is wrong with that."""
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at."""

    what: str
    state: State
    found: str
    remedy: str = ""

    def to_json(self) -> dict[str, str]:
        """Return this as data."""
        return {"what": self.what, "state": self.state.value, "found": self.found, "remedy": self.remedy}
