"""Governed sessions: created, joined, activated, ended, killed, and looked into."""

from __future__ import annotations

from typing import Annotated
from uuid import uuid4

from fastapi import APIRouter, Query

from duotone.errors import NoSuchSession
from duotone.runtime import Ring, Session
from duotone.server.asking import Administrator, Caller, Grounded, Id, Reader, Runner
from duotone.server.ground import Ground
from duotone.server.problems import Problem, answers
from duotone.server.requests import Key, claim
from duotone.server.schemas.bodies import Reason
from duotone.server.schemas.pages import After, Most, Page
from duotone.server.schemas.participants import ElevationBody, Joined, Lending, NewParticipant
from duotone.server.schemas.sessions import (
    AuditBody,
    Ending,
    KillBody,
    Killing,
    NewSession,
    PolicyBody,
    SessionBody,
    SessionSummary,
)
from duotone.server.tenancy import outside

__all__ = [
    "Whole",
    "activate_session",
    "create_session",
    "elevate_participant",
    "found_session",
    "get_session",
    "get_session_policy",
    "join_session",
    "kill_session",
    "leave_session",
    "list_sessions",
    "lower_participant",
    "router",
    "terminate_session",
    "verify_session",
]

router = APIRouter(prefix="/api/sessions", tags=["sessions"])

Whole = Annotated[bool, Query(description="With participants, approvals and limits, as each session has them.")]


@router.post("", operation_id="create_session", status_code=201, responses=answers(409))
async def create_session(body: NewSession, caller: Runner, ground: Grounded, key: Key = None) -> SessionBody:
    """Create a session with its limits."""
    name = caller.named(body.id or uuid4().hex)
    claimed = await claim(ground, caller, key, ["session", body.model_dump(mode="json")], name)
    known = await ground.hypervisor.get_session(claimed.resource) if claimed.is_known else None
    if known is not None:
        return SessionBody.about(known)
    session = await ground.hypervisor.create_session(body.config.to_config(), creator=caller.name, id=claimed.resource)
    return SessionBody.about(session)


@router.get("", operation_id="list_sessions")
async def list_sessions(
    caller: Reader, ground: Grounded, after: After = "", limit: Most = 100, *, whole: Whole = False
) -> Page[SessionBody] | Page[SessionSummary]:
    """List the sessions of the caller by their names."""
    past = caller.inside(after)
    entries = await ground.hypervisor.list_sessions(within=caller.names, after=past, limit=limit + 1)
    shown, has_more = entries[:limit], len(entries) > limit
    following = outside(shown[-1].id) if has_more else None
    if not whole:
        return Page[SessionSummary](items=[SessionSummary.of(entry) for entry in shown], next=following)
    found = [await ground.hypervisor.get_session(entry.id) for entry in shown]
    return Page[SessionBody](items=[SessionBody.about(one) for one in found if one is not None], next=following)


@router.get("/{session}", operation_id="get_session", responses=answers(404))
async def get_session(session: Id, caller: Reader, ground: Grounded) -> SessionBody:
    """Return a session with its participants and limits."""
    return SessionBody.about(await found_session(ground, caller, session))


@router.get("/{session}/policy", operation_id="get_session_policy", responses=answers(404))
async def get_session_policy(session: Id, caller: Reader, ground: Grounded) -> PolicyBody:
    """Return what holds in a session: limits, rates and rules."""
    found = await found_session(ground, caller, session)
    return PolicyBody.of(found.config, ground.rules)


@router.post("/{session}/participants", operation_id="join_session", status_code=201, responses=answers(404, 409))
async def join_session(session: Id, body: NewParticipant, caller: Runner, ground: Grounded) -> Joined:
    """Let somebody in; the first one begins the handshake."""
    found = await found_session(ground, caller, session)
    ring = await ground.hypervisor.join_session(found.id, body.participant, trust=body.trust)
    return Joined(participant=body.participant, ring=ring)


@router.delete("/{session}/participants/{participant}", operation_id="leave_session", responses=answers(404))
async def leave_session(
    session: Id, participant: Id, caller: Runner, ground: Grounded, because: Reason = ""
) -> SessionBody:
    """Let somebody go."""
    found = await found_session(ground, caller, session)
    await ground.hypervisor.leave_session(found.id, participant, because=because or None)
    return SessionBody.about(await found_session(ground, caller, session))


@router.put(
    "/{session}/participants/{participant}/ring", operation_id="elevate_participant", responses=answers(404, 409)
)
async def elevate_participant(
    session: Id, participant: Id, body: Lending, caller: Administrator, ground: Grounded
) -> ElevationBody:
    """Lend somebody a better ring for a time."""
    found = await found_session(ground, caller, session)
    lent = await ground.hypervisor.elevate(
        found.id, participant, Ring(body.ring), seconds=body.seconds, by=caller.name, because=body.because
    )
    return ElevationBody.of(lent)


@router.delete(
    "/{session}/participants/{participant}/ring", operation_id="lower_participant", responses=answers(404, 409)
)
async def lower_participant(session: Id, participant: Id, caller: Administrator, ground: Grounded) -> SessionBody:
    """Take back a ring that was lent."""
    found = await found_session(ground, caller, session)
    await ground.hypervisor.lower(found.id, participant)
    return SessionBody.about(await found_session(ground, caller, session))


@router.post("/{session}/activate", operation_id="activate_session", responses=answers(404, 409))
async def activate_session(session: Id, caller: Runner, ground: Grounded) -> SessionBody:
    """Let participants act."""
    found = await found_session(ground, caller, session)
    return SessionBody.about(await ground.hypervisor.activate_session(found.id))


@router.post("/{session}/terminate", operation_id="terminate_session", responses=answers(404, 409))
async def terminate_session(session: Id, body: Ending, caller: Runner, ground: Grounded) -> SessionBody:
    """End a session and seal its events."""
    found = await found_session(ground, caller, session)
    await ground.hypervisor.terminate_session(found.id, by=caller.name, because=body.because or None)
    return SessionBody.about(await found_session(ground, caller, session))


@router.post("/{session}/kill", operation_id="kill_session", responses=answers(404, 409))
async def kill_session(session: Id, body: Killing, caller: Administrator, ground: Grounded) -> KillBody:
    """Stop a participant, or a whole session, at once; the report says what was really stopped."""
    found = await found_session(ground, caller, session)
    report = await ground.hypervisor.kill(found.id, body.participant, by=caller.name, reason=body.reason)
    return KillBody.of(report)


@router.get("/{session}/audit", operation_id="verify_session", responses=answers(404))
async def verify_session(session: Id, caller: Reader, ground: Grounded) -> AuditBody:
    """Read all events of a session again, and tell whether they are those that were written."""
    found = await found_session(ground, caller, session)
    return AuditBody.of(await ground.hypervisor.verify_audit(found.id))


async def found_session(ground: Ground, caller: Caller, session: str) -> Session:
    """Return a governed session of the caller; raises a problem 404 if they have none of this name."""
    name = caller.inside(session)
    found = await ground.hypervisor.get_session(name) if caller.owns(name) else None
    if found is None:
        kind = NoSuchSession.__name__
        raise Problem(404, kind, f"there is no session {session!r}", "list them with GET /api/sessions")
    return found
