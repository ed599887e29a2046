"""The bodies of OpenAI's routes, as far as a server of agents can mean them; what it would ignore is refused."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from duotone.runtime import Message, Role, ToolCall, Usage
from duotone.server.openai.faults import unsupported

__all__ = [
    "CallFunction",
    "CallPart",
    "ChatMessage",
    "ChatRequest",
    "ContentPart",
    "InputItem",
    "ResponsesRequest",
    "StreamOptions",
    "check_extra",
    "completion_usage",
    "messages_of",
    "response_usage",
    "seconds",
]

_ROLES: Final = {
    "system": Role.SYSTEM,
    "developer": Role.SYSTEM,
    "user": Role.USER,
    "assistant": Role.AGENT,
    "tool": Role.TOOL,
}
_NEUTRAL: Final[Mapping[str, Sequence[object]]] = {
    "frequency_penalty": (0, None),
    "logprobs": (False, None),
    "n": (1, None),
    "parallel_tool_calls": (True, None),
    "presence_penalty": (0, None),
    "response_format": ({"type": "text"}, None),
    "service_tier": ("auto", "default", None),
    "temperature": (1, None),
    "text": ({"format": {"type": "text"}}, None),
    "tool_choice": ("auto", None),
    "tools": ([], None),
    "top_p": (1, None),
    "truncation": ("disabled", None),
}
"""Settings of the model, which belong to the agent here, and the values that change nothing."""


_ARGUMENTS: Final = TypeAdapter(dict[str, Any])


class ContentPart(BaseModel):
    """A part of what somebody says; only text is understood."""

    model_config = ConfigDict(extra="allow")

    type: str = Field(description="What it is.", examples=["text"])
    text: str | None = Field(default=None, description="Its text.", examples=["Hello!"])


class CallFunction(BaseModel):
    """What was called, and with what, as JSON."""

    model_config = ConfigDict(extra="allow")

    name: str = Field(description="The name of the tool.", examples=["read_file"])
    arguments: str = Field(default="{}", description="Its arguments as JSON.", examples=['{"path": "notes.txt"}'])


class CallPart(BaseModel):
    """A call that was made earlier."""

    model_config = ConfigDict(extra="allow")

    id: str = Field(default="", description="The id of the call.", examples=["c1"])
    function: CallFunction = Field(description="What was called.")


class ChatMessage(BaseModel):
    """Something that was said."""

    model_config = ConfigDict(extra="allow")

    role: Literal["system", "developer", "user", "assistant", "tool"] = Field(description="Who has said it.")
    content: str | list[ContentPart] | None = Field(default=None, description="What was said.", examples=["Hello!"])
    name: str | None = Field(None, max_length=256, description="Whose name it is said under.", examples=["ada"])
    tool_calls: list[CallPart] | None = Field(default=None, description="Calls that were made with it.")
    tool_call_id: str | None = Field(default=None, description="The call that this is the result of.", examples=["c1"])


class StreamOptions(BaseModel):
    """What else a stream has."""

    model_config = ConfigDict(extra="allow")

    include_usage: bool = Field(default=False, description="Whether the last chunk says what the turn has cost.")


class _Asking(BaseModel):
    model_config = ConfigDict(extra="allow")

    model: str = Field(min_length=1, max_length=256, description="The name of an agent.", examples=["assistant"])
    stream: bool = Field(default=False, description="Whether the answer comes word by word.")
    stream_options: StreamOptions | None = Field(default=None, description="What else a stream has.")
    user: str | None = Field(None, max_length=256, description="Who asks, as the log has it.", examples=["ada"])
    metadata: dict[str, str] | None = Field(
        default=None, description="What the response is to carry.", examples=[{"order": "o-17"}]
    )
    cancel_on_disconnect: bool = Field(
        default=False, description="Stop the turn when the client leaves; otherwise it goes on to its end."
    )


class ChatRequest(_Asking):
    """A question to an agent, with all that was said before."""

    messages: list[ChatMessage] = Field(
        min_length=1,
        description="All that was said, the question last.",
        examples=[[{"role": "user", "content": "Hello!"}]],
    )


class InputItem(ChatMessage):
    """Something that was said, as the Responses API has it."""

    type: str = Field(default="message", description="What it is; messages alone are taken.", examples=["message"])


class ResponsesRequest(_Asking):
    """A question to an agent, which may go on from an earlier answer."""

    input: str | list[InputItem] = Field(description="The question.", examples=["Hello!"])
    instructions: str | None = Field(
        default=None, description="What the agent is told before all else.", examples=["Be brief."]
    )
    previous_response_id: str | None = Field(
        None,
        pattern=r"^resp_[0-9a-f]{32}$",
        description="The answer to go on from.",
        examples=["resp_0123456789abcdef0123456789abcdef"],
    )
    store: bool = Field(default=True, description="Whether it is kept; the log keeps all, so false is refused.")
    background: bool = Field(default=False, description="Refused if true: use POST /v1/runs.")


def check_extra(asked: BaseModel, *, known: Sequence[str] = ()) -> None:
    """Raise a refusal for settings that this server would have to ignore; those that change nothing are welcome."""
    for name, value in (asked.model_extra or {}).items():
        if name not in known and not _changes_nothing(name, value):
            reason = "is a setting of the agent, and can't be chosen by who asks it; leave it out"
            raise unsupported(name, reason if name in _NEUTRAL else "is not known to this server; leave it out")


def _changes_nothing(name: str, value: object) -> bool:
    return any(value == one and isinstance(value, bool) is isinstance(one, bool) for one in _NEUTRAL.get(name, ()))


def messages_of(given: Sequence[ChatMessage]) -> list[Message]:
    """Return what was said as the agent is to see it; raises a refusal for what is no text."""
    return [_message(one, number) for number, one in enumerate(given)]


def _message(one: ChatMessage, number: int) -> Message:
    place = f"messages.{number}"
    kind = getattr(one, "type", "message")
    if kind != "message":
        raise unsupported(
            place, f"is of type {kind!r}; this server takes messages, and its agents call their own tools"
        )
    calls = tuple(_call(call) for call in one.tool_calls or ())
    return Message(_ROLES[one.role], _text(one.content, place), calls, one.tool_call_id, one.name)


def _text(content: str | list[ContentPart] | None, place: str) -> str:
    if content is None or isinstance(content, str):
        return content or ""
    for part in content:
        if part.type not in {"text", "input_text", "output_text", "refusal"} or part.text is None:
            raise unsupported(f"{place}.content", f"has a part of type {part.type!r}; this server takes text")
    return "".join(part.text or "" for part in content)


def _call(call: CallPart) -> ToolCall:
    """Return a call as the agent is to see it; arguments that are no mapping stay as they were written."""
    try:
        return ToolCall(call.id, call.function.name, _ARGUMENTS.validate_json(call.function.arguments or "{}"))
    except ValidationError:
        return ToolCall(call.id, call.function.name, call.function.arguments)


def completion_usage(usage: Usage) -> dict[str, Any]:
    """Return what a turn has cost, as chat completions have it."""
    return {
        "prompt_tokens": usage.input_tokens,
        "completion_tokens": usage.output_tokens,
        "total_tokens": usage.tokens,
    }


def response_usage(usage: Usage) -> dict[str, Any]:
    """Return what a turn has cost, as responses have it."""
    return {
        "input_tokens": usage.input_tokens,
        "input_tokens_details": {"cached_tokens": 0},
        "output_tokens": usage.output_tokens,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": usage.tokens,
    }


def seconds() -> int:
    """Return the time as these bodies have it."""
    return int(time.time())
