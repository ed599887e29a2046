"""What may become of a session: each function looks at the fold and returns the events to append, or refuses."""

from __future__ import annotations

from duotone.errors import (
    BadInput,
    BadTransition,
    Denied,
    NoSuchParticipant,
    NotActive,
    OverLimit,
    SessionExists,
    Stale,
)
from duotone.runtime.events import Draft, Json
from duotone.runtime.sessions.lifecycle import ENTERED_BY, SessionState, moved
from duotone.runtime.sessions.limits import SessionConfig
from duotone.runtime.sessions.participants import Participant
from duotone.runtime.sessions.rings import Elevation, Ring
from duotone.runtime.sessions.session import Session
from duotone.runtime.sessions.trust import Behavior

__all__ = [
    "activating",
    "archiving",
    "check_going_on",
    "check_in_time",
    "creating",
    "elevating",
    "joining",
    "killing",
    "leaving",
    "lowering",
    "member",
    "rating",
    "terminating",
    "verifying",
]


def creating(session: Session, config: SessionConfig, creator: str, now: float) -> list[Draft]:
    """Begin a session; raises `SessionExists`."""
    if session.exists:
        raise SessionExists(session.id, session.state)
    if not creator:
        raise BadInput("creator", "is empty; say who creates the session")
    kind = ENTERED_BY[SessionState.CREATED]
    return [Draft(kind, {"creator": creator, "config": config.to_json(), "at": now})]


def joining(session: Session, participant: str, trust: float, ring: Ring) -> list[Draft]:
    """Let somebody in; the first one begins the handshake. Raises `BadTransition`, `OverLimit`, `Denied`."""
    check_going_on(session, "be joined")
    if not participant:
        raise BadInput("participant", "is empty; name who joins")
    if participant in session.participants:
        raise BadTransition(f"participant {participant!r}", "joined", "joined", ("left", "killed"))
    config = session.config
    if config.max_participants is not None and len(session.participants) >= config.max_participants:
        raise OverLimit("max_participants", config.max_participants, f"another participant of session {session.id!r}")
    if trust < config.min_trust:
        raise Denied("join", participant, f"its trust is {trust:g}, and the session asks for {config.min_trust:g}")
    joined = Draft("participant.joined", {"participant": participant, "trust": trust, "ring": int(ring)})
    if session.state is SessionState.CREATED:
        return [Draft(ENTERED_BY[moved(session.id, session.state, SessionState.HANDSHAKING)]), joined]
    return [joined]


def leaving(session: Session, participant: str, because: str | None) -> list[Draft]:
    """Let somebody go; raises `NoSuchParticipant`."""
    member(session, participant)
    return [Draft("participant.left", {"participant": participant, "because": because})]


def activating(session: Session) -> list[Draft]:
    """Let participants act; raises `BadTransition`, also where nobody has joined."""
    return [Draft(ENTERED_BY[moved(session.id, session.state, SessionState.ACTIVE)])]


def terminating(session: Session, because: str | None, by: str | None) -> list[Draft]:
    """Let nobody act any more, unless that has been said already; raises `BadTransition` for an archived session."""
    if session.state is SessionState.TERMINATING:
        return []
    kind = ENTERED_BY[moved(session.id, session.state, SessionState.TERMINATING)]
    return [Draft(kind, {"because": because, "by": by})]


def archiving(session: Session, *, root: str, seq: int, now: float) -> list[Draft]:
    """Close a session under the hash of its last event, `seq`; raises `Stale` if it isn't the last one any more."""
    if seq != session.seq:
        raise Stale(session.id, seq, session.seq)
    kind = ENTERED_BY[moved(session.id, session.state, SessionState.ARCHIVED)]
    return [Draft(kind, {"root": root, "events": seq, "going": list(session.going), "at": now})]


def rating(session: Session, participant: str, trust: float, ring: Ring, because: str) -> list[Draft]:
    """Give somebody another trust score and its ring; what was lent ends."""
    member(session, participant)
    data: dict[str, Json] = {"participant": participant, "trust": trust, "ring": int(ring), "because": because}
    return [Draft("participant.rated", data)]


def verifying(session: Session, participant: str, found: Behavior, action: str | None) -> list[Draft]:
    """Write down what a verifier has found; who did not pass goes to the sandbox."""
    trust = member(session, participant).trust
    verified = Draft("behavior.verified", {"participant": participant, "action": action, **found.to_json()})
    if found.passed:
        return [verified]
    lowered = 0.0 if found.drift is None else min(trust, 1 - found.drift)
    return [verified, *rating(session, participant, lowered, Ring.SANDBOX, found.reason or "its behavior did not pass")]


def killing(session: Session, participant: str | None, by: str, reason: str) -> list[Draft]:
    """Let a participant, or nobody at all, begin anything more."""
    if participant is not None:
        member(session, participant)
        return [Draft("participant.killed", {"participant": participant, "by": by, "because": reason})]
    return terminating(session, f"killed: {reason}", by)


def elevating(session: Session, participant: str, elevation: Elevation, because: str, now: float) -> list[Draft]:
    """Lend somebody a better ring; raises `BadInput` where that would be none, or its time is over already."""
    check_going_on(session, "lend rings")
    current = member(session, participant).ring_at(now)
    if elevation.ring >= current:
        raise BadInput("ring", f"{elevation.ring:d} is no better than {current:d}, which {participant!r} has")
    if elevation.until <= now:
        raise BadInput("seconds", "of an elevation must be above 0")
    if elevation.by == participant:
        raise Denied("elevate", participant, "nobody lends a ring to themselves")
    return [Draft("ring.elevated", {"participant": participant, "because": because, **elevation.to_json()})]


def lowering(session: Session, participant: str) -> list[Draft]:
    """Take back what was lent, before its time; raises `BadTransition` if nothing was."""
    current = member(session, participant)
    if current.elevation is None:
        raise BadTransition(f"the ring of {participant!r}", "its own", "restored", ("elevated",))
    return [Draft("ring.restored", {"participant": participant, "ring": int(current.own_ring)})]


def member(session: Session, participant: str) -> Participant:
    """Return a participant of a session; raises `NoSuchParticipant`."""
    found = session.participants.get(participant)
    if found is None:
        raise NoSuchParticipant(session.id, participant)
    return found


def check_going_on(session: Session, asked: str) -> None:
    """Raise `OverLimit` if the session's time is over, `NotActive` if it was ended otherwise."""
    if session.state.may_go_on:
        return
    if session.because == "max_duration":
        raise _over_time(session)
    raise NotActive(session.id, session.state, asked, "make another one")


def check_in_time(session: Session, created: float, now: float) -> None:
    """Raise `OverLimit` if the session's time is over, although nobody has noticed that yet."""
    limit = session.config.max_duration
    if limit is not None and now >= created + limit:
        raise _over_time(session)


def _over_time(session: Session) -> OverLimit:
    return OverLimit("max_duration", f"{session.config.max_duration:g} s", f"session {session.id!r}")
