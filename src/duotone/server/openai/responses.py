"""Responses: a question to an agent whose answer can be gone on from, by its id."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final
from uuid import uuid4

from fastapi import APIRouter, Path
from fastapi.responses import JSONResponse, Response

from duotone.runtime import AsyncConversation, InTurn, Message, Part, Role, TurnResult, Usage
from duotone.runtime.conversation.transcript import Transcript
from duotone.server.asking import Caller, Grounded, Reader, Runner
from duotone.server.ground import Ground
from duotone.server.openai.answers import ResponseBody
from duotone.server.openai.chat import Chunk
from duotone.server.openai.faults import FAULTS, OpenAIRoute, Refused, detail_of, refusal_of, unsupported
from duotone.server.openai.turns import Turn, begin_turn, known_agent
from duotone.server.openai.wire import ResponsesRequest, check_extra, messages_of, response_usage, seconds
from duotone.server.sse import EventStream, documented
from duotone.server.tenancy import outside

__all__ = ["create_response", "get_response", "router"]

router = APIRouter(prefix="/v1", tags=["openai"], route_class=OpenAIRoute)

_Name = Annotated[
    str, Path(pattern=r"^resp_[0-9a-f]{32}$", description="Its id.", examples=["resp_0123456789abcdef0123456789abcdef"])
]
_EVENT: Final = 'data: {"type":"response.output_text.delta","sequence_number":4,"delta":"Hello!"}\n\n'
_KNOWN = ("include", "reasoning", "prompt_cache_key", "safety_identifier")


@router.post(
    "/responses",
    operation_id="create_response",
    response_model=ResponseBody,
    responses={**FAULTS, **documented("The answer, or its events as server-sent events if `stream` is true.", _EVENT)},
)
async def create_response(asked: ResponsesRequest, caller: Runner, ground: Grounded) -> Response:
    """Let an agent answer; with `previous_response_id`, as one who remembers what was said before it."""
    _check(asked)
    agent, name = known_agent(ground, asked.model), f"resp_{uuid4().hex}"
    before = await _earlier(ground, caller, agent, asked.previous_response_id)
    channel = InTurn(name="response")
    turn = await begin_turn(
        ground, caller, agent, _said(asked), session=name, after=before, channel=channel, by=asked.user
    )
    headers = {"X-Duotone-Session": outside(turn.session), "X-Request-Id": name}
    body = _body(name, asked)
    if asked.stream:
        leave = turn.interrupt if asked.cancel_on_disconnect else None
        return EventStream(_Events(turn, body), on_leave=leave, preamble=b"", headers=headers)
    text, result = await turn.result()
    if (refusal := refusal_of(result)) is not None:
        raise refusal
    return JSONResponse(_completed(body, text, result.usage), headers=headers)


@router.get("/responses/{response}", operation_id="get_response", response_model=ResponseBody, responses=FAULTS)
async def get_response(response: _Name, caller: Reader, ground: Grounded) -> dict[str, Any]:
    """Return a response as the log has it."""
    transcript = await _transcript(ground, caller, response)
    turn = transcript.turn
    body = _body(response, None, model=str((transcript.started or {}).get("agent", "")))
    if turn is None or turn.reply is None:
        return body
    refusal = refusal_of(turn.result())
    if refusal is None:
        return _completed(body, turn.reply.text, turn.usage)
    return {**body, "status": "failed", "error": {"code": refusal.detail.code, "message": refusal.detail.message}}


def _check(asked: ResponsesRequest) -> None:
    check_extra(asked, known=_KNOWN)
    if not asked.store:
        raise unsupported("store", "is false, and this server keeps all that was said in its log; leave it out")
    if asked.background:
        raise unsupported("background", "is true, and this channel closes with its response; use POST /v1/runs")


def _said(asked: ResponsesRequest) -> list[Message]:
    told = [] if asked.instructions is None else [Message(Role.SYSTEM, asked.instructions)]
    said = [Message(Role.USER, asked.input)] if isinstance(asked.input, str) else messages_of(asked.input)
    if not said:
        raise Refused(400, "'input' is empty; say something", param="input")
    return [*told, *said]


async def _earlier(ground: Ground, caller: Caller, agent: str, name: str | None) -> AsyncConversation | None:
    if name is None:
        return None
    await _transcript(ground, caller, name)
    return ground.conversation(caller.inside(name), agent)


async def _transcript(ground: Ground, caller: Caller, name: str) -> Transcript:
    transcript = Transcript()
    transcript.apply_all(await ground.runtime.log.read(caller.inside(name)))
    if transcript.started is None:
        raise Refused(404, f"there is no response {name!r}", code="response_not_found", param="previous_response_id")
    return transcript


def _body(name: str, asked: ResponsesRequest | None, model: str = "") -> dict[str, Any]:
    """Return a response of which nothing is known yet."""
    return {
        "id": name,
        "object": "response",
        "created_at": seconds(),
        "status": "in_progress",
        "error": None,
        "incomplete_details": None,
        "instructions": None if asked is None else asked.instructions,
        "metadata": {} if asked is None else asked.metadata or {},
        "model": model if asked is None else asked.model,
        "output": [],
        "parallel_tool_calls": True,
        "previous_response_id": None if asked is None else asked.previous_response_id,
        "temperature": None,
        "text": {"format": {"type": "text"}},
        "tool_choice": "auto",
        "tools": [],
        "top_p": None,
        "truncation": "disabled",
        "usage": None,
    }


def _completed(body: Mapping[str, Any], text: str, usage: Usage) -> dict[str, Any]:
    return {**body, "status": "completed", "output": [_item(body, text)], "usage": response_usage(usage)}


def _item(body: Mapping[str, Any], text: str | None) -> dict[str, Any]:
    """Return the message of a response; without a text, as it is before anything was said."""
    content = [] if text is None else [_part(text)]
    name = str(body["id"]).replace("resp_", "msg_")
    status = "in_progress" if text is None else "completed"
    return {"id": name, "type": "message", "role": "assistant", "status": status, "content": content}


def _part(text: str) -> dict[str, Any]:
    return {"type": "output_text", "text": text, "annotations": [], "logprobs": []}


class _Events:
    """A turn as the events of a response."""

    def __init__(self, turn: Turn, body: dict[str, Any]) -> None:
        self._turn = turn
        self._body = body
        self._text = ""
        self._number = 0
        self._has_ended = False
        self._place = {"output_index": 0, "content_index": 0, "item_id": _item(body, None)["id"]}

    async def next(self) -> Sequence[Chunk]:
        """Return the next events; none at the end."""
        if not self._number:
            return self._begun()
        while not self._has_ended:
            try:
                item = await self._turn.next()
            except Exception as error:  # noqa: BLE001  # told to the client, which has had a 200 already
                return self._failed(error)
            if item is None:
                self._has_ended = True
            elif isinstance(item, Part):
                self._text += item.text
                more = {"is_buffered": True} if item.is_buffered else {}
                return [self._event("output_text.delta", **self._place, delta=item.text, logprobs=[], **more)]
            elif isinstance(item, TurnResult):
                return self._finished(item)
        return []

    def close(self) -> None:
        """Listen no more."""
        self._turn.leave()

    def _begun(self) -> list[Chunk]:
        return [
            self._event("created", response=self._body),
            self._event("in_progress", response=self._body),
            self._event("output_item.added", output_index=0, item=_item(self._body, None)),
            self._event("content_part.added", **self._place, part=_part("")),
        ]

    def _finished(self, result: TurnResult) -> list[Chunk]:
        if (refusal := refusal_of(result)) is not None:
            return self._failed(refusal)
        self._has_ended = True
        return [
            self._event("output_text.done", **self._place, text=self._text, logprobs=[]),
            self._event("content_part.done", **self._place, part=_part(self._text)),
            self._event("output_item.done", output_index=0, item=_item(self._body, self._text)),
            self._event("completed", response=_completed(self._body, self._text, result.usage)),
        ]

    def _failed(self, error: Exception) -> list[Chunk]:
        self._has_ended = True
        detail = detail_of(error)[1]
        fault = {"code": detail.code or "server_error", "message": detail.message}
        return [self._event("failed", response={**self._body, "status": "failed", "error": fault})]

    def _event(self, kind: str, **body: Any) -> Chunk:
        name = f"response.{kind}"
        text = json.dumps({"type": name, "sequence_number": self._number, **body}, ensure_ascii=False)
        self._number += 1
        return Chunk(f"event: {name}\ndata: {text}\n\n".encode())
