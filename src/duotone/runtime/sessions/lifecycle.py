"""The life of a session: its states, and the one table that says which follows from which."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from duotone.errors import BadTransition

__all__ = ["ENTERED_BY", "NEXT", "SessionState", "moved"]


class SessionState(StrEnum):
    """The states of a session."""

    CREATED = "created"
    HANDSHAKING = "handshaking"
    """Participants join, and nobody acts yet."""
    ACTIVE = "active"
    TERMINATING = "terminating"
    """Nothing is begun any more; what goes on is brought to its end."""
    ARCHIVED = "archived"

    @property
    def is_open(self) -> bool:
        """Whether the session needs somebody to look after it."""
        return self is not SessionState.ARCHIVED

    @property
    def may_go_on(self) -> bool:
        """Whether nobody has begun to end the session."""
        return self not in {SessionState.TERMINATING, SessionState.ARCHIVED}


NEXT: Mapping[SessionState, tuple[SessionState, ...]] = {
    SessionState.CREATED: (SessionState.HANDSHAKING, SessionState.TERMINATING),
    SessionState.HANDSHAKING: (SessionState.ACTIVE, SessionState.TERMINATING),
    SessionState.ACTIVE: (SessionState.TERMINATING,),
    SessionState.TERMINATING: (SessionState.ARCHIVED,),
    SessionState.ARCHIVED: (),
}
"""What may follow from each state."""

ENTERED_BY: Mapping[SessionState, str] = {
    SessionState.CREATED: "session.created",
    SessionState.HANDSHAKING: "session.handshaking",
    SessionState.ACTIVE: "session.activated",
    SessionState.TERMINATING: "session.terminating",
    SessionState.ARCHIVED: "session.archived",
}
"""The one event by which each state is entered."""


def moved(session: str, state: SessionState, asked: SessionState) -> SessionState:
    """Return `asked` if it follows from `state`; raises `BadTransition` otherwise."""
    if asked not in NEXT[state]:
        raise BadTransition(f"session {session!r}", state, asked, NEXT[state])
    return asked
