"""Chat completions: a question with its history to an agent, answered at once or word by word."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final, NamedTuple
from uuid import uuid4

from fastapi import APIRouter
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, Field

from duotone.runtime import InTurn, Part, TurnResult
from duotone.server.asking import Grounded, Runner
from duotone.server.openai.faults import FAULTS, ErrorBody, OpenAIRoute, detail_of, refusal_of
from duotone.server.openai.turns import Turn, begin_turn, known_agent
from duotone.server.openai.wire import ChatRequest, check_extra, completion_usage, messages_of, seconds
from duotone.server.sse import EventStream, documented
from duotone.server.tenancy import outside

__all__ = ["ChatCompletion", "Chunk", "create_chat_completion", "router"]

router = APIRouter(prefix="/v1", tags=["openai"], route_class=OpenAIRoute)


_CHUNK: Final = 'data: {"object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"Hello!"}}]}\n\n'


class ChatCompletion(BaseModel):
    """An answer as one whole."""

    id: str = Field(
        description="The id of the answer, and of its session.", examples=["chatcmpl-0123456789abcdef0123456789abcdef"]
    )
    object: str = Field(default="chat.completion", description="What this is.", examples=["chat.completion"])
    created: int = Field(description="Seconds since the epoch.", examples=[1760000000])
    model: str = Field(description="The agent.", examples=["assistant"])
    choices: list[dict[str, Any]] = Field(
        description="The answer, always one.",
        examples=[[{"index": 0, "message": {"role": "assistant", "content": "Hello!"}, "finish_reason": "stop"}]],
    )
    usage: dict[str, Any] = Field(
        description="What the turn has cost.",
        examples=[{"prompt_tokens": 8, "completion_tokens": 2, "total_tokens": 10}],
    )


@router.post(
    "/chat/completions",
    operation_id="create_chat_completion",
    response_model=ChatCompletion,
    responses={**FAULTS, **documented("The answer, or its chunks as server-sent events if `stream` is true.", _CHUNK)},
)
async def create_chat_completion(asked: ChatRequest, caller: Runner, ground: Grounded) -> Response:
    """Let an agent answer; its tools run on this server, and its channel closes with this response."""
    check_extra(asked)
    agent, name = known_agent(ground, asked.model), f"chatcmpl-{uuid4().hex}"
    said, channel = messages_of(asked.messages), InTurn(name="response")
    turn = await begin_turn(ground, caller, agent, said, session=name, channel=channel, by=asked.user)
    headers = {"X-Duotone-Session": outside(turn.session), "X-Request-Id": name}
    if asked.stream:
        wants_usage = asked.stream_options is not None and asked.stream_options.include_usage
        chunks = _Chunks(turn, name, asked.model, wants_usage=wants_usage)
        leave = turn.interrupt if asked.cancel_on_disconnect else None
        return EventStream(chunks, on_leave=leave, preamble=b"", headers=headers)
    text, result = await turn.result()
    if (refusal := refusal_of(result)) is not None:
        raise refusal
    body = ChatCompletion(
        id=name,
        created=seconds(),
        model=asked.model,
        choices=[_choice("message", {"role": "assistant", "content": text, "refusal": None}, "stop")],
        usage=completion_usage(result.usage),
    )
    return JSONResponse(body.model_dump(), headers=headers)


class Chunk(NamedTuple):
    """A piece of a stream as it is sent."""

    sse: bytes


class _Chunks:
    """A turn as the chunks of a completion."""

    def __init__(self, turn: Turn, name: str, model: str, *, wants_usage: bool) -> None:
        self._turn = turn
        self._wants_usage = wants_usage
        self._head = {"id": name, "object": "chat.completion.chunk", "created": seconds(), "model": model}
        self._has_begun = self._has_ended = False

    async def next(self) -> Sequence[Chunk]:
        """Return the next chunks; none at the end."""
        if not self._has_begun:
            self._has_begun = True
            return [self._chunk({"role": "assistant", "content": ""})]
        while not self._has_ended:
            try:
                item = await self._turn.next()
            except Exception as error:  # noqa: BLE001  # told to the client, which has had a 200 already
                return self._failed(error)
            if item is None:
                self._has_ended = True
            elif isinstance(item, Part):
                more: dict[str, Any] = {"is_buffered": True} if item.is_buffered else {}
                return [self._chunk({"content": item.text}, **more)]
            elif isinstance(item, TurnResult):
                return self._finished(item)
        return []

    def close(self) -> None:
        """Listen no more."""
        self._turn.leave()

    def _finished(self, result: TurnResult) -> list[Chunk]:
        if (refusal := refusal_of(result)) is not None:
            return self._failed(refusal)
        self._has_ended = True
        usage: dict[str, Any] = {**self._head, "choices": [], "usage": completion_usage(result.usage)}
        return [self._chunk({}, "stop"), *([_sent(usage)] if self._wants_usage else []), Chunk(b"data: [DONE]\n\n")]

    def _failed(self, error: Exception) -> list[Chunk]:
        self._has_ended = True
        return [_sent(ErrorBody(error=detail_of(error)[1]).model_dump()), Chunk(b"data: [DONE]\n\n")]

    def _chunk(self, delta: dict[str, Any], finish: str | None = None, **more: Any) -> Chunk:
        usage = {"usage": None} if self._wants_usage else {}
        return _sent({**self._head, "choices": [_choice("delta", delta, finish)], **usage, **more})


def _choice(kind: str, said: dict[str, Any], finish: str | None) -> dict[str, Any]:
    return {"index": 0, kind: said, "logprobs": None, "finish_reason": finish}


def _sent(body: dict[str, Any]) -> Chunk:
    return Chunk(f"data: {json.dumps(body, ensure_ascii=False)}\n\n".encode())
