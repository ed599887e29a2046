"""What became of a kill: a word for each action, which says only what happened."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from duotone.runtime.events import Draft, Json
from duotone.runtime.outcomes import Status
from duotone.runtime.sessions.deeds import Deed

__all__ = ["LEFT", "HandOver", "KillReport", "has_ended"]

LEFT = "left"
"""How a run stands whose process is gone: whoever recovers it will undo it."""

HandOver: TypeAlias = Callable[[Deed], "str | Awaitable[str | None] | None"]
"""Gives an action that was stopped to somebody else, and returns who has taken it; None if nobody has."""


@dataclass(frozen=True, slots=True)
class KillReport:
    """What was really done. Actions are named by their ids, and so are the runs of a session that is killed as a whole.

    `stopped` have ended and nobody goes on with them, `handed_over` says who does; `abandoned` could not be stopped
    and may still take effect, here or in another process. `failures` are of callbacks, whose errors change nothing.
    `runs` says how each run stands that had not ended: its status, such as ``"compensated"``, ``"undoing"`` or
    ``"running"``, or ``"left"`` if its process is gone.
    """

    session: str
    participant: str | None
    by: str
    reason: str
    stopped: tuple[str, ...] = ()
    handed_over: Mapping[str, str] = field(default_factory=dict[str, str])
    abandoned: tuple[str, ...] = ()
    failures: tuple[str, ...] = ()
    runs: Mapping[str, str] = field(default_factory=dict[str, str])

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
            "runs": self.runs,
        }
        return Draft("kill.ended", data)


def has_ended(standing: str) -> bool:
    """Tell whether a run that stands like this does nothing more."""
    return standing != LEFT and Status(standing).is_final
