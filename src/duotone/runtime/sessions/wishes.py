"""What a participant wants to do, before anybody has said that it may."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from duotone.errors import DuotoneError
from duotone.runtime.sessions.actions import Action, Ask
from duotone.runtime.sessions.changes import member
from duotone.runtime.sessions.session import Session

__all__ = ["AskedOtherwise", "Wish"]


class AskedOtherwise(DuotoneError):
    """What the policy has ruled upon is not as it was, so it must be asked again; nobody outside hears of it."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A call that somebody wants to make; `undo` takes what it returned."""

    participant: str
    action: Action
    do: Callable[..., Any]
    args: tuple[Any, ...]
    kwargs: Mapping[str, Any]
    undo: Callable[[Any], Any] | None = None

    def ask(self, session: Session, now: float) -> Ask:
        """Return the question to the policy, as things stand; raises `NoSuchParticipant`."""
        who = member(session, self.participant)
        return Ask(session.id, who.id, who.trust, who.ring_at(now), self.action, self.args, self.kwargs)
