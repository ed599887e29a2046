"""What became of a kill: a word for each action, which says only what happened."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from duotone.runtime.events import Draft, Json
from duotone.runtime.sessions.deeds import Deed

__all__ = ["HandOver", "KillReport"]

HandOver: TypeAlias = Callable[[Deed], "str | Awaitable[str | None] | None"]
"""Gives an action that was stopped to somebody else, and returns who has taken it; None if nobody has."""


@dataclass(frozen=True, slots=True)
class KillReport:
    """What was really done. Actions are named by their ids.

    `stopped` have ended and nobody goes on with them, `handed_over` says who does; `abandoned` could not be stopped
    and may still take effect, here or in another process. `failures` are of callbacks, whose errors change nothing.
    """

    session: str
    participant: str | None
    by: str
    reason: str
    stopped: tuple[str, ...] = ()
    handed_over: Mapping[str, str] = field(default_factory=dict[str, str])
    abandoned: tuple[str, ...] = ()
    failures: tuple[str, ...] = ()

    def to_draft(self) -> Draft:
        """Return the event that says all this."""
        data: dict[str, Json] = {
            "participant": self.participant,
            "by": self.by,
            "because": self.reason,
            "stopped": self.stopped,
            "handed_over": self.handed_over,
            "abandoned": self.abandoned,
            "failures": self.failures,
        }
        return Draft("kill.ended", data)
