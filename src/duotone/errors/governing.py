"""What can go wrong with governed sessions: who is in them, who may act, and who decides."""

from __future__ import annotations

from duotone.errors.roots import DuotoneError

__all__ = ["Killed", "NoSuchApproval", "NoSuchParticipant", "NotActive", "SessionExists"]


class NotActive(DuotoneError, RuntimeError):
    """A session is in a state in which it can't do what was asked; nothing was executed."""

    def __init__(self, session: str, state: str, asked: str, remedy: str) -> None:
        super().__init__(f"session {session!r} is {state} and can't {asked}; {remedy}")
        self.session = session
        self.state = state


class SessionExists(DuotoneError, ValueError):
    """A session was to be created under an id that is taken."""

    def __init__(self, session: str, state: str) -> None:
        super().__init__(f"session {session!r} exists and is {state}; take another id, or leave it out")
        self.session = session
        self.state = state


class NoSuchParticipant(DuotoneError, LookupError):
    """Nobody of this name is in the session: never joined, gone, or killed."""

    def __init__(self, session: str, participant: str) -> None:
        super().__init__(
            f"nobody named {participant!r} is in session {session!r}; join_session({session!r}, {participant!r}) first"
        )
        self.session = session
        self.participant = participant


class NoSuchApproval(DuotoneError, LookupError):
    """A session has no such request: it was used, its time is over, or there never was one."""

    def __init__(self, session: str, request: str) -> None:
        self.recipe = "call act(...) again, which asks anew"
        why = "it was used, has expired or never was"
        super().__init__(f"session {session!r} has no open request {request!r}: {why}; {self.recipe}")
        self.session = session
        self.request = request


class Killed(DuotoneError, RuntimeError):
    """An action was stopped, or its result is not wanted, since its participant was killed or its session has ended."""

    def __init__(self, action: str, participant: str, session: str) -> None:
        super().__init__(
            f"{action!r} of {participant!r} was stopped in session {session!r}; read its events to see by whom and why"
        )
        self.action = action
        self.participant = participant
        self.session = session
