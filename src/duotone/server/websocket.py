"""The streams over WebSocket: the same events as JSON, resumed by the same ids."""

from __future__ import annotations

import asyncio
from typing import Annotated, Final

from fastapi import APIRouter, Query, WebSocket
from starlette.websockets import WebSocketDisconnect

from duotone.errors import DuotoneError
from duotone.server.asking import Caller, caller_of, ground_of, owned, owned_run
from duotone.server.following import Following
from duotone.server.ground import Ground
from duotone.server.history import Begin, Topic, begin
from duotone.server.problems import Problem, problem_of, response_of

__all__ = ["follow_events", "router"]

router = APIRouter(tags=["streams"])

_GOING_AWAY: Final = 1001
_NOT_ALLOWED: Final = 1008
_NAME: Final = "duotone"
_BEARER: Final = "bearer."

_Asked = Annotated[str | None, Query(max_length=256)]
_After = Annotated[int | None, Query(ge=0, lt=1 << 63)]


@router.websocket("/api/events/ws")
async def follow_events(
    websocket: WebSocket,
    session: _Asked = None,
    conversation: _Asked = None,
    run: _Asked = None,
    after: _After = None,
) -> None:
    """Follow a session, a conversation or a run, or all sessions of the caller if none is named.

    A browser, which can't send headers here, offers the protocols `duotone` and `bearer.<token>`.
    """
    try:
        caller, ground = await _caller(websocket), ground_of(websocket)
        topic = await _topic(ground, caller, session=session, conversation=conversation, run=run)
        following = Following(ground, caller, topic, await _start(ground, topic, after))
    except (Problem, DuotoneError) as error:
        await websocket.send_denial_response(response_of(problem_of(error)))
        return
    await websocket.accept(_NAME if _NAME in websocket.scope["subprotocols"] else None)
    watching = asyncio.get_running_loop().create_task(_watch(websocket, following))
    try:
        while frames := await following.next():
            for frame in frames:
                await websocket.send_text(frame.json)
        await websocket.close(_NOT_ALLOWED if following.is_refused else _GOING_AWAY if ground.is_draining else 1000)
    except (WebSocketDisconnect, RuntimeError):
        return  # the reader has left
    finally:
        watching.cancel()
        following.close()


async def _caller(websocket: WebSocket) -> Caller:
    """Return who asks; raises a problem 401, and 403 for a token that may not read."""
    shown = next((one for one in websocket.scope["subprotocols"] if one.startswith(_BEARER)), None)
    if shown is not None and "authorization" not in websocket.headers:
        bearer = f"Bearer {shown.removeprefix(_BEARER)}".encode("latin-1")
        websocket.scope["headers"] = [*websocket.scope["headers"], (b"authorization", bearer)]
        websocket = WebSocket(websocket.scope, websocket.receive, websocket.send)
    caller = await caller_of(websocket)
    if "read" not in caller.scopes:
        raise Problem(403, "ScopeMissing", "this needs the scope 'read'", "make a token that has it")
    return caller


async def _topic(
    ground: Ground, caller: Caller, *, session: str | None, conversation: str | None, run: str | None
) -> Topic:
    named = [one for one in (session, conversation, run) if one is not None]
    if len(named) > 1:
        raise Problem(422, "BadRequest", "name one of session, conversation and run", "open a socket for each")
    if run is not None:
        return Topic("run", (await owned_run(ground, caller, run)).run)
    if session is not None:
        return Topic("session", await owned(ground, caller, session))
    if conversation is not None:
        return Topic("conversation", await owned(ground, caller, conversation))
    return Topic("tenant", caller.tenant)


async def _start(ground: Ground, topic: Topic, after: int | None) -> Begin:
    if after is None and topic.kind == "tenant":
        return await ground.tail.end()
    return await begin(ground.runtime.log, topic, after)


async def _watch(websocket: WebSocket, following: Following) -> None:
    """Wait until the reader leaves; what it says meanwhile is of no interest."""
    while (await websocket.receive())["type"] != "websocket.disconnect":
        pass
    following.close()
