"""Streams of events: of all sessions of the caller, of one, of a run, and of a conversation with its words."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response

from duotone.errors import RunFinished
from duotone.runtime import Status
from duotone.server.asking import Caller, Grounded, Id, Reader, owned, owned_run
from duotone.server.following import Following
from duotone.server.ground import Ground
from duotone.server.history import Topic, begin
from duotone.server.problems import Problem, answers
from duotone.server.sse import EventStream, Seen, documented

__all__ = ["Leaving", "router", "stream_conversation", "stream_events", "stream_run", "stream_session_events"]

router = APIRouter(prefix="/api", tags=["streams"])

Leaving = Annotated[bool, Query(description="Stop what is followed when this stream is left; needs the scope `run`.")]


@router.get(
    "/events/stream",
    operation_id="stream_events",
    response_class=Response,
    responses=documented("The events of all sessions of the caller; without `after`, those that come."),
)
async def stream_events(caller: Reader, ground: Grounded, seen: Seen) -> Response:
    """Follow all sessions of the caller."""
    topic = Topic("tenant", caller.tenant)
    start = await (ground.tail.end() if seen is None else begin(ground.runtime.log, topic, seen))
    return EventStream(Following(ground, caller, topic, start))


@router.get(
    "/sessions/{session}/events/stream",
    operation_id="stream_session_events",
    response_class=Response,
    responses={**documented("The events of a session, from its first one on."), **answers(404, 409)},
)
async def stream_session_events(session: Id, caller: Reader, ground: Grounded, seen: Seen) -> Response:
    """Follow a session."""
    topic = Topic("session", await owned(ground, caller, session))
    start = await begin(ground.runtime.log, topic, seen)
    return EventStream(Following(ground, caller, topic, start))


@router.get(
    "/runs/{run}/stream",
    operation_id="stream_run",
    response_class=Response,
    responses={
        **documented("The events of a run, from its first one to its end."),
        204: {"description": "The run has ended, and all of it was seen."},
        **answers(404, 409),
    },
)
async def stream_run(
    run: Id,
    caller: Reader,
    ground: Grounded,
    seen: Seen,
    *,
    cancel_on_disconnect: Leaving = False,
) -> Response:
    """Follow a run until it has ended; one that is resumed later can be followed again."""
    _check_leaving(caller, is_wanted=cancel_on_disconnect)
    row = await owned_run(ground, caller, run)
    topic = Topic("run", row.run)
    start = await begin(ground.runtime.log, topic, seen)
    if Status(row.status).is_final and not await ground.runtime.log.read_run(row.run, after=start.position):
        return Response(status_code=204)
    leave = (lambda: _cancel(ground, row.run)) if cancel_on_disconnect else None
    return EventStream(Following(ground, caller, topic, start), on_leave=leave)


@router.get(
    "/conversations/{conversation}/stream",
    operation_id="stream_conversation",
    response_class=Response,
    responses={
        **documented("The events of a conversation, and `text` events with parts of replies as they come."),
        **answers(404, 409),
    },
)
async def stream_conversation(
    conversation: Id,
    caller: Reader,
    ground: Grounded,
    seen: Seen,
    *,
    cancel_on_disconnect: Leaving = False,
) -> Response:
    """Follow a conversation, and join a reply that is being made; the whole of it comes with its event."""
    _check_leaving(caller, is_wanted=cancel_on_disconnect)
    topic = Topic("conversation", await owned(ground, caller, conversation))
    start = await begin(ground.runtime.log, topic, seen)
    leave = (lambda: _interrupt(ground, topic.name)) if cancel_on_disconnect else None
    return EventStream(Following(ground, caller, topic, start), on_leave=leave)


def _check_leaving(caller: Caller, *, is_wanted: bool) -> None:
    if is_wanted and "run" not in caller.scopes:
        remedy = "leave out cancel_on_disconnect, or make a token with 'duotone token create --scope run'"
        raise Problem(403, "ScopeMissing", "to stop something needs the scope 'run'", remedy)


async def _cancel(ground: Ground, run: str) -> None:
    try:
        await ground.runtime.cancel(run, "its reader has left", by="stream")
    except RunFinished:
        return  # it was faster


async def _interrupt(ground: Ground, session: str) -> None:
    conversation = ground.known_conversation(session)
    if conversation is not None:
        await conversation.interrupt("its reader has left", by="stream")
