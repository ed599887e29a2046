"""What a look over the open sessions brings to light."""

from __future__ import annotations

from typing import NamedTuple

from duotone.runtime.sessions.approvals import ApprovalState
from duotone.runtime.sessions.deeds import Deed
from duotone.runtime.sessions.lifecycle import SessionState
from duotone.runtime.sessions.session import Session

__all__ = ["Issue", "SessionEntry", "issues_of"]


class SessionEntry(NamedTuple):
    """A session in a list: its id and its state, as far as this process knows."""

    id: str
    state: SessionState


class Issue(NamedTuple):
    """Something that somebody should look at, of whom, and what it is.

    Its kind is `low_trust`, `approval_waits`, `outcome_unknown`, `time_over` or `abandoned`.
    """

    session: str
    kind: str
    participant: str | None
    detail: str


def issues_of(session: Session, threshold: float) -> list[Issue]:
    """Return what is to be said of a session: whoever is trusted less than `threshold`, and who waits for a person."""
    found = [
        Issue(session.id, "low_trust", one.id, f"trust {one.trust:g} is below {threshold:g}")
        for one in session.participants.values()
        if one.trust < threshold
    ]
    found += [
        Issue(session.id, "approval_waits", one.participant, f"{one.action!r} waits for approve({one.request!r})")
        for one in session.approvals.values()
        if one.state is ApprovalState.REQUESTED
    ]
    found += [Issue(session.id, "outcome_unknown", one.participant, _doubt(one)) for one in session.unknown.values()]
    if session.because == "max_duration":
        found.append(Issue(session.id, "time_over", None, f"its {session.config.max_duration:g} s are over"))
    return found


def _doubt(deed: Deed) -> str:
    what = f"its process has ended, so nobody knows whether {deed.action!r} took effect"
    return f"{what}; look, then take it back with undo({deed.id!r}, undo=function), or leave it"
