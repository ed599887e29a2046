"""What may become of an action: begun, denied, throttled, or put before a person; and the end and the undo of it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from duotone.errors import (
    ApprovalNeeded,
    BadTransition,
    Denied,
    DuotoneError,
    NoSuchApproval,
    NoSuchStep,
    NotActive,
    OverLimit,
)
from duotone.runtime.events import Draft, Json
from duotone.runtime.outcomes import Fault, Outcome
from duotone.runtime.sessions.actions import Ask, digest_of
from duotone.runtime.sessions.approvals import Approval, ApprovalState
from duotone.runtime.sessions.changes import check_going_on, member
from duotone.runtime.sessions.lifecycle import SessionState
from duotone.runtime.sessions.limits import Consistency
from duotone.runtime.sessions.policy import Ruling, Verdict
from duotone.runtime.sessions.session import Session

__all__ = [
    "Admission",
    "admitting",
    "asking",
    "check_admitted",
    "check_may_act",
    "cutting_off",
    "deciding",
    "ending",
    "undoing",
]


@dataclass(frozen=True, slots=True)
class Admission:
    """The events that say what became of the wish to act, and the refusal if it was refused."""

    drafts: list[Draft]
    refusal: DuotoneError | None = None
    is_eventual: bool = False
    """Whether it may be appended whatever others have written meanwhile."""


def check_may_act(session: Session) -> None:
    """Raise `NotActive` or `OverLimit` unless participants can act in this session."""
    check_going_on(session, "be acted in")
    if session.state is not SessionState.ACTIVE:
        remedy = f"let participants join, then activate_session({session.id!r})"
        raise NotActive(session.id, session.state, "be acted in", remedy)


def check_admitted(session: Session, participant: str) -> None:
    """Raise what would refuse an action that is in the log already, if others were quicker than an eventual session."""
    check_may_act(session)
    member(session, participant)
    allowed = session.config.max_actions
    if allowed is not None and session.actions > allowed:
        raise OverLimit("max_actions", allowed, f"another action of {participant!r}")


def asking(session: Session, ask: Ask, now: float) -> Admission | None:
    """Return the refusal that needs no policy: no ring, no rate, no action left. None if the policy may speak.

    Raises `NotActive`, `OverLimit` or `NoSuchParticipant` where the session itself has no place for it.
    """
    check_may_act(session)
    participant, action, config = member(session, ask.participant), ask.action, session.config
    if config.max_actions is not None and session.actions >= config.max_actions:
        return _denied(ask, OverLimit("max_actions", config.max_actions, f"{action.name!r} of {ask.participant!r}"))
    if not ask.ring.reaches(action.ring):
        reason = f"it needs ring {action.ring:d} and is in ring {ask.ring:d}; elevate it, or raise its trust"
        return _denied(ask, Denied(action.name, ask.participant, reason))
    rate = config.rates.get(ask.ring)
    if rate is None or participant.tokens_left(rate, now) >= 1:
        return None
    allowed = f"{rate.per_second:g} actions per second in ring {ask.ring:d}"
    refusal = OverLimit("rate", allowed, f"{action.name!r} of {ask.participant!r}")
    # One event for a whole row of refusals: a participant that runs wild must not fill the log.
    told = [] if participant.is_throttled else [Draft("action.throttled", {"participant": ask.participant})]
    return Admission(told, refusal)


def admitting(  # noqa: PLR0913  # what an action begins with
    session: Session, ask: Ask, ruling: Ruling, action: str, now: float, *, owner: str = ""
) -> Admission:
    """Return what becomes of an action upon the ruling of the policy.

    `action` is the id under which it may begin, `owner` the process that executes it then.
    """
    if ruling.verdict is Verdict.DENY:
        return _denied(ask, Denied(ask.action.name, ask.participant, ruling.reason))
    if ruling.verdict is Verdict.ALLOW:
        is_eventual = session.config.consistency is Consistency.EVENTUAL and ask.action.risk.is_reversible
        return Admission([_started(ask, action, now, owner)], is_eventual=is_eventual)
    digest = digest_of(ask)
    known = next((one for one in session.approvals.values() if one.digest == digest), None)
    if known is None:
        expires = now + session.config.approval_window
        return _requested(Approval(action, ask.action.name, ask.participant, digest, expires, reason=ruling.reason))
    if known.state is ApprovalState.REQUESTED:
        return Admission([], ApprovalNeeded(ask.action.name, ask.participant, known.request))
    if known.state is ApprovalState.REJECTED:
        return _denied(ask, Denied(ask.action.name, ask.participant, f"{known.by} has rejected it"))
    return Admission([_started(ask, action, now, owner, known)])


def _denied(ask: Ask, refusal: DuotoneError) -> Admission:
    data = {"participant": ask.participant, "name": ask.action.name, "because": str(refusal)}
    return Admission([Draft("action.denied", data)], refusal)


def _started(ask: Ask, action: str, now: float, owner: str, approval: Approval | None = None) -> Draft:
    data: dict[str, Json] = {
        "action": action,
        "name": ask.action.name,
        "participant": ask.participant,
        "risk": str(ask.action.risk),
        "ring": int(ask.ring),
        "at": now,
        "owner": owner,
    }
    if approval is not None:
        data |= {"request": approval.request, "approved_by": approval.by}
    return Draft("action.started", data)


def _requested(approval: Approval) -> Admission:
    draft = Draft("approval.requested", approval.to_json())
    return Admission([draft], ApprovalNeeded(approval.action, approval.participant, approval.request))


def deciding(session: Session, request: str, by: str, *, approved: bool) -> list[Draft]:
    """Answer a request, once, by somebody else than who asked; raises `NoSuchApproval`, `BadTransition`, `Denied`."""
    approval = session.approvals.get(request)
    if approval is None:
        raise NoSuchApproval(session.id, request)
    answer = ApprovalState.APPROVED if approved else ApprovalState.REJECTED
    if approval.state is not ApprovalState.REQUESTED:
        raise BadTransition(f"approval {request!r}", approval.state, answer, ())
    if by == approval.participant:
        raise Denied("approve" if approved else "reject", by, "nobody decides on their own requests")
    return [Draft(f"approval.{answer}", {"request": request, "by": by})]


def ending(
    action: str, outcome: Outcome, now: float, *, fault: Fault | None = None, can_undo: bool = False
) -> list[Draft]:
    """Say how an action ended."""
    data: dict[str, Json] = {"action": action, "outcome": str(outcome), "at": now, "undo": can_undo}
    if fault is not None:
        data["fault"] = fault.to_json()
    return [Draft("action.ended", data)]


def cutting_off(session: Session, actions: Collection[str], now: float) -> list[Draft]:
    """Say of actions that go on no more, since their process has ended, that nobody knows how they went."""
    fault = Fault("ProcessEnded", "its process has ended before it said how this went", is_retryable=False)
    left = [action for action in session.going if action in actions]
    return [draft for action in left for draft in ending(action, Outcome.UNKNOWN, now, fault=fault)]


def undoing(session: Session, action: str, by: str, now: float, attempt: str = "") -> list[Draft]:
    """Begin to take an action back, once and within the window; raises `OverLimit`, `NoSuchStep`.

    `attempt` tells whoever asks for it from others.
    """
    deed = session.undoable.get(action)
    if deed is None:
        raise NoSuchStep(action, f"session {session.id!r}", list(session.undoable))
    if now > (deed.undo_until or 0.0):
        raise OverLimit("undo_window", f"{session.config.undo_window:g} s", f"undoing {deed.action!r}")
    return [Draft("action.undoing", {"action": action, "name": deed.action, "by": by, "at": now, "attempt": attempt})]
