"""What is said in a conversation: messages, the calls that an agent asks for, and what a reply has cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from duotone.errors import BadInput
from duotone.runtime.events import Json

__all__ = ["Message", "Reply", "Role", "ToolCall", "Usage", "message_of"]


class Role(StrEnum):
    """Who says something."""

    SYSTEM = "system"
    USER = "user"
    AGENT = "agent"
    TOOL = "tool"
    """What a call gave."""
    NOTICE = "notice"
    """What the runtime has to say: work in the background has ended, or the agent goes round in circles."""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call that an agent asks for; the arguments are as the model wrote them, text where they are no JSON."""

    id: str
    name: str
    arguments: Mapping[str, Json] | str = field(default_factory=dict[str, Json])

    def to_json(self) -> Mapping[str, Json]:
        """Return this as data of an event."""
        return {"id": self.id, "name": self.name, "arguments": self.arguments}

    @classmethod
    def from_json(cls, data: Any) -> ToolCall:
        """Return the call that `to_json` has written."""
        return cls(data["id"], data["name"], data["arguments"])


@dataclass(frozen=True, slots=True)
class Usage:
    """What a reply has cost: tokens, and money in whatever currency the limits are in."""

    input_tokens: int = 0
    output_tokens: int = 0
    cost: float = 0.0

    def __add__(self, other: Usage) -> Usage:
        """Return the sum of both."""
        return Usage(
            self.input_tokens + other.input_tokens, self.output_tokens + other.output_tokens, self.cost + other.cost
        )

    @property
    def tokens(self) -> int:
        """All tokens, in and out."""
        return self.input_tokens + self.output_tokens

    def to_json(self) -> Mapping[str, Json]:
        """Return this as data of an event."""
        return {"input_tokens": self.input_tokens, "output_tokens": self.output_tokens, "cost": self.cost}

    @classmethod
    def from_json(cls, data: Any) -> Usage:
        """Return the usage that `to_json` has written."""
        return cls(data["input_tokens"], data["output_tokens"], data["cost"])


@dataclass(frozen=True, slots=True)
class Reply:
    """What one step of an agent gives: words, calls that it asks for, or both; without calls it is the last step."""

    text: str = ""
    calls: Sequence[ToolCall] = ()
    usage: Usage = Usage()
    is_done: bool = False
    """Whether the agent says that nothing is left to do, so that the conversation is finished."""

    def to_json(self) -> Mapping[str, Json]:
        """Return this as data of an event."""
        calls = [call.to_json() for call in self.calls]
        return {"text": self.text, "calls": calls, "usage": self.usage.to_json(), "is_done": self.is_done}

    @classmethod
    def from_json(cls, data: Any) -> Reply:
        """Return the reply that `to_json` has written."""
        calls = tuple(ToolCall.from_json(call) for call in data["calls"])
        return cls(data["text"], calls, Usage.from_json(data["usage"]), data.get("is_done", False))


@dataclass(frozen=True, slots=True)
class Message:
    """Something that was said, in the order in which the agent is to see it."""

    role: Role
    text: str = ""
    calls: Sequence[ToolCall] = ()
    call: str | None = None
    """The id of the call whose result this is."""
    name: str | None = None
    """Who said it: a participant, or the tool that was called."""

    def to_json(self) -> Mapping[str, Json]:
        """Return this as data of an event."""
        calls = [call.to_json() for call in self.calls]
        return {"role": self.role.value, "text": self.text, "calls": calls, "call": self.call, "name": self.name}

    @classmethod
    def from_json(cls, data: Any) -> Message:
        """Return the message that `to_json` has written."""
        calls = tuple(ToolCall.from_json(call) for call in data["calls"])
        return cls(Role(data["role"]), data["text"], calls, data["call"], data["name"])


def message_of(said: object) -> Message:
    """Return what somebody says as a message; raises `BadInput` for what is no text: no agent could read it."""
    if isinstance(said, Message):
        return said
    if isinstance(said, str):
        return Message(Role.USER, said)
    raise BadInput("message", f"is {type(said).__name__}; say text, or a Message")
