"""Conversations with the agents of the operator: begun, spoken in, answered, interrupted and forked."""

from __future__ import annotations

from typing import Annotated
from uuid import uuid4

from fastapi import APIRouter, Query

from duotone.contract.offloading import offload
from duotone.errors import ConversationBusy
from duotone.runtime import AsyncConversation, RunRow, State
from duotone.runtime.log import Selection
from duotone.server.asking import Caller, Grounded, Id, Reader, Runner
from duotone.server.ground import Ground
from duotone.server.problems import Problem, answers
from duotone.server.requests import Claimed, Key, claim
from duotone.server.schemas.conversations import (
    ConversationBody,
    ConversationSummary,
    Forking,
    MessageBody,
    NewConversation,
    NewMessage,
    NewTurn,
    Stopped,
    Stopping,
    UsageBody,
)
from duotone.server.schemas.pages import After, Most, Page
from duotone.server.schemas.runs import RunBody
from duotone.server.starting import begun, new_run, shown
from duotone.server.tenancy import outside, outside_run

__all__ = [
    "create_conversation",
    "fork_conversation",
    "found_conversation",
    "get_conversation",
    "interrupt_turn",
    "list_conversations",
    "list_messages",
    "pause_turn",
    "router",
    "send_message",
    "start_turn",
]

router = APIRouter(prefix="/api/conversations", tags=["conversations"])


@router.post("", operation_id="create_conversation", status_code=201, responses=answers(409))
async def create_conversation(
    body: NewConversation, caller: Runner, ground: Grounded, key: Key = None
) -> ConversationBody:
    """Begin a conversation with an agent."""
    ground.agent(body.agent)
    name = caller.named(body.id or f"talk-{uuid4().hex}")
    claimed = await claim(ground, caller, key, ["conversation", body.model_dump()], name)
    if not claimed.is_known and await ground.runtime.log.head(name):
        raise Problem(409, "ConversationExists", f"the name {outside(name)!r} is taken", "take another one, or none")
    conversation = ground.conversation(claimed.resource, body.agent)
    await conversation.begin()
    return await _shown(conversation, body.agent)


@router.get("", operation_id="list_conversations")
async def list_conversations(
    caller: Reader, ground: Grounded, after: After = "", limit: Most = 100
) -> Page[ConversationSummary]:
    """List the conversations of the caller by their names."""
    past = caller.inside(after) if after else None
    wanted = Selection(within=caller.names, kind="conversation.started", after=past, limit=limit + 1)
    rows = await ground.runtime.log.select_sessions(wanted)
    items = [ConversationSummary(id=outside(row.session), events=row.seq, at=row.at) for row in rows[:limit]]
    return Page(items=items, next=items[-1].id if len(rows) > limit else None)


@router.get("/{conversation}", operation_id="get_conversation", responses=answers(404))
async def get_conversation(conversation: Id, caller: Reader, ground: Grounded) -> ConversationBody:
    """Return where a conversation stands."""
    found, agent = await found_conversation(ground, caller, conversation)
    return await _shown(found, agent)


@router.get("/{conversation}/messages", operation_id="list_messages", responses=answers(404))
async def list_messages(
    conversation: Id,
    caller: Reader,
    ground: Grounded,
    after: Annotated[int, Query(ge=0, le=2**62, description="How many messages to pass over.", examples=[0])] = 0,
    limit: Most = 100,
) -> Page[MessageBody]:
    """Read what the agent is shown of what was said, in its order."""
    found, _ = await found_conversation(ground, caller, conversation)
    await found.refresh()
    messages = await offload(lambda: found.messages)
    items = [MessageBody.of(message) for message in messages[after : after + limit]]
    return Page(items=items, next=str(after + limit) if len(messages) > after + limit else None)


@router.post("/{conversation}/messages", operation_id="send_message", status_code=202, responses=answers(404))
async def send_message(conversation: Id, body: NewMessage, caller: Runner, ground: Grounded) -> ConversationBody:
    """Say something; a turn that goes on answers it before it is over, otherwise the next one does."""
    found, agent = await found_conversation(ground, caller, conversation)
    await found.send(body.text, by=caller.name)
    return await _shown(found, agent)


@router.post("/{conversation}/runs", operation_id="start_turn", status_code=202, responses=answers(404, 409))
async def start_turn(conversation: Id, body: NewTurn, caller: Runner, ground: Grounded, key: Key = None) -> RunBody:
    """Say something and let the agent answer, or go on with a turn that stands still; it goes on after this."""
    found, _ = await found_conversation(ground, caller, conversation)
    wanted = caller.inside(new_run("turn"))
    claimed = await claim(ground, caller, key, ["turn", found.id, body.model_dump()], wanted)
    known = await ground.runtime.log.run(claimed.resource) if claimed.is_known else None
    if known is None:
        known = await _started(ground, found, body.message, claimed, caller)
    return await shown(ground.runtime, known)


async def _started(
    ground: Ground, conversation: AsyncConversation, message: str | None, claimed: Claimed, caller: Caller
) -> RunRow:
    await conversation.refresh()
    turn = conversation.last
    known = await ground.runtime.log.run(claimed.resource) if turn.run == claimed.resource else None
    if known is not None:  # the same request has begun it meanwhile, here or on another server
        return known
    if turn.state is State.RUNNING:
        raise ConversationBusy(outside(conversation.id), outside_run(turn.run), "this conversation")
    if message is not None:
        await conversation.send(message, by=caller.name, id=claimed.resource)
    if turn.state in {State.PAUSED, State.WAITING}:
        row = await ground.runtime.log.run(turn.run)
        work = ground.turns.begin(conversation)
        return await begun(ground, turn.run, work, fence=-1 if row is None else row.fence, conversation=conversation)
    if message is None and not conversation.is_unanswered:
        raise Problem(409, "NothingToAnswer", "nobody has said anything since the last answer", "send a message")
    work = ground.turns.begin(conversation, claimed.resource)
    return await begun(ground, claimed.resource, work, conversation=conversation)


@router.post("/{conversation}/interrupt", operation_id="interrupt_turn", responses=answers(404))
async def interrupt_turn(conversation: Id, body: Stopping, caller: Runner, ground: Grounded) -> Stopped:
    """Let the turn stand still at once, whatever it is at."""
    found, _ = await found_conversation(ground, caller, conversation)
    return Stopped(done=await found.interrupt(body.reason, by=caller.name))


@router.post("/{conversation}/pause", operation_id="pause_turn", responses=answers(404))
async def pause_turn(conversation: Id, body: Stopping, caller: Runner, ground: Grounded) -> Stopped:
    """Let the turn stand still once what it is at has ended."""
    found, _ = await found_conversation(ground, caller, conversation)
    return Stopped(done=await found.pause(body.reason, by=caller.name))


@router.post("/{conversation}/fork", operation_id="fork_conversation", status_code=201, responses=answers(404, 409))
async def fork_conversation(conversation: Id, body: Forking, caller: Runner, ground: Grounded) -> ConversationBody:
    """Begin another conversation with what was said in this one."""
    found, agent = await found_conversation(ground, caller, conversation)
    name = caller.named(body.id or f"talk-{uuid4().hex}")
    await found.fork(body.at, id=name)
    return await _shown(ground.conversation(name, agent), agent)


async def found_conversation(ground: Ground, caller: Caller, conversation: str) -> tuple[AsyncConversation, str]:
    """Return a conversation of the caller and its agent; raises a problem 404 if they have none of this name."""
    name = caller.inside(conversation)
    agent = await ground.agent_of(name) if caller.owns(name) else None
    if agent is None:
        remedy = "list them with GET /api/conversations"
        raise Problem(404, "NoSuchConversation", f"there is no conversation {conversation!r}", remedy)
    return ground.conversation(name, agent), agent


async def _shown(conversation: AsyncConversation, agent: str) -> ConversationBody:
    await conversation.refresh()
    turn = conversation.last
    return ConversationBody(
        id=outside(conversation.id),
        agent=agent,
        state=conversation.state,
        run=outside_run(turn.run) or None,
        reason=turn.reason,
        asked=list(turn.asked),
        reasons=dict(turn.reasons),
        unanswered=conversation.is_unanswered,
        wakes=conversation.wakes,
        spent=UsageBody.of(conversation.spent),
        seq=conversation.seq,
    )
