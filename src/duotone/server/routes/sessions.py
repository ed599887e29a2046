"""Governed sessions: created, looked at and listed."""

from __future__ import annotations

from uuid import uuid4

from fastapi import APIRouter

from duotone.errors import NoSuchSession
from duotone.runtime import Session
from duotone.server.asking import Caller, Grounded, Id, Reader, Runner
from duotone.server.ground import Ground
from duotone.server.problems import Problem, answers
from duotone.server.schemas.pages import After, Most, Page
from duotone.server.schemas.sessions import NewSession, SessionBody, SessionSummary

__all__ = ["router"]

router = APIRouter(prefix="/api/sessions", tags=["sessions"])


@router.post("", operation_id="create_session", status_code=201, responses=answers(409))
async def create_session(body: NewSession, caller: Runner, ground: Grounded) -> SessionBody:
    """Create a session with its limits."""
    name = caller.inside(body.id or uuid4().hex)
    session = await ground.hypervisor.create_session(body.config.to_config(), creator=caller.name, id=name)
    return SessionBody.about(session)


@router.get("", operation_id="list_sessions")
async def list_sessions(caller: Reader, ground: Grounded, after: After = "", limit: Most = 100) -> Page[SessionSummary]:
    """List the sessions of the caller by their names."""
    own = sorted(entry for entry in ground.hypervisor.sessions if caller.owns(entry.id))
    rest = [SessionSummary.of(entry) for entry in own if entry.id > caller.inside(after)]
    return Page(items=rest[:limit], next=rest[limit - 1].id if len(rest) > limit else None)


@router.get("/{session}", operation_id="get_session", responses=answers(404))
async def get_session(session: Id, caller: Reader, ground: Grounded) -> SessionBody:
    """Return a session with its participants and limits."""
    return SessionBody.about(await _found(ground, caller, session))


async def _found(ground: Ground, caller: Caller, session: str) -> Session:
    """Return a governed session of the caller; raises a problem 404 if they have none of this name."""
    found = await ground.hypervisor.get_session(caller.inside(session))
    if found is None:
        kind = NoSuchSession.__name__
        raise Problem(404, kind, f"there is no session {session!r}", "list them with GET /api/sessions")
    return found
