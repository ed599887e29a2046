"""What waits for a person: actions of governed sessions and calls of agents, each decided once."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from duotone.errors import NoSuchApproval, NoSuchCall
from duotone.runtime import AsyncConversation, Session, State
from duotone.runtime.log import Selection
from duotone.runtime.sessions.approvals import ApprovalState
from duotone.server.asking import Approver, Caller, Grounded, Id, Reader, owned
from duotone.server.ground import Ground
from duotone.server.problems import Problem, answers
from duotone.server.schemas.approvals import ApprovalBody, Decided, Decision
from duotone.server.schemas.pages import Most, Page
from duotone.server.starting import gone_on
from duotone.server.tenancy import outside, outside_run

__all__ = ["decide_approval", "list_approvals", "router"]

router = APIRouter(prefix="/api/approvals", tags=["approvals"])


@router.get("", operation_id="list_approvals", responses=answers(404))
async def list_approvals(
    caller: Reader,
    ground: Grounded,
    session: Annotated[
        str | None, Query(max_length=200, description="Only those of this one.", examples=["review-7"])
    ] = None,
    limit: Most = 100,
) -> Page[ApprovalBody]:
    """List what waits for a decision."""
    name = None if session is None else await owned(ground, caller, session)
    items = await _of_sessions(ground, caller, name)
    if len(items) < limit:
        items += await _of_turns(ground, caller, name, limit - len(items))
    return Page(items=items[:limit])


async def _of_sessions(ground: Ground, caller: Caller, name: str | None) -> list[ApprovalBody]:
    if name is None:
        sessions = [session for session in ground.hypervisor.active_sessions if caller.owns(session.id)]
    else:
        found = await ground.hypervisor.get_session(name)
        sessions = [] if found is None else [found]
    return [body for session in sessions for body in _asked_in(session)]


def _asked_in(session: Session) -> list[ApprovalBody]:
    return [
        ApprovalBody(
            session=outside(session.id),
            request=one.request,
            kind="action",
            name=one.action,
            participant=one.participant,
            reason=one.reason,
            expires=one.expires,
        )
        for one in list(session.approvals.values())
        if one.state is ApprovalState.REQUESTED
    ]


async def _of_turns(ground: Ground, caller: Caller, name: str | None, limit: int) -> list[ApprovalBody]:
    wanted = Selection(within=caller.names, session=name, status="waiting", kind="turn", limit=limit)
    found: list[ApprovalBody] = []
    for row in await ground.runtime.log.select_runs(wanted):
        conversation = await ground.opened(row.session)
        if conversation is not None:
            found += _asked_by(conversation)
    return found


def _asked_by(conversation: AsyncConversation) -> list[ApprovalBody]:
    turn = conversation.last
    calls = () if turn.reply is None else turn.reply.calls
    return [
        ApprovalBody.model_construct(
            session=outside(conversation.id),
            request=call.id,
            kind="call",
            name=call.name,
            participant=conversation.participant,
            arguments=call.arguments,
            reason=turn.reasons.get(call.id, ""),
            expires=None,
        )
        for call in calls
        if call.id in turn.asked
    ]


@router.post("/{session}/{request}", operation_id="decide_approval", responses=answers(404, 409))
async def decide_approval(session: Id, request: Id, body: Decision, caller: Approver, ground: Grounded) -> Decided:
    """Approve or reject, once; the turn of an agent goes on when its last call is decided."""
    name = await owned(ground, caller, session)
    decided = Decided(session=session, request=request, decision=body.decision, by=caller.name)
    governed = await ground.hypervisor.get_session(name)
    if governed is not None and request in governed.approvals:
        decide = ground.hypervisor.approve if body.decision == "approve" else ground.hypervisor.reject
        await decide(name, request, by=caller.name)
        return decided
    conversation = await ground.opened(name)
    if conversation is None:
        raise NoSuchApproval(session, request)
    try:
        await _decide_call(conversation, request, body, caller)
    except NoSuchCall as error:
        raise Problem(404, "NoSuchCall", f"no call {request!r} waits for approval in {session!r}") from error
    decided.run = await _gone_on(ground, conversation)
    return decided


async def _decide_call(conversation: AsyncConversation, call: str, body: Decision, caller: Caller) -> None:
    if body.decision == "approve":
        await conversation.approve(call, by=caller.name)
    else:
        await conversation.reject(call, body.reason, by=caller.name)


async def _gone_on(ground: Ground, conversation: AsyncConversation) -> str | None:
    """Go on with a turn whose calls are all decided; returns its run."""
    await conversation.refresh()
    turn = conversation.last
    if turn.asked or turn.state is not State.WAITING:
        return None
    await gone_on(ground, conversation)
    return outside_run(turn.run)
