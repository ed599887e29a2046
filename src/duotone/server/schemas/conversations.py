"""Conversations as they are sent."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from duotone.runtime import Message, Role, State, ToolCall, Usage
from duotone.server.schemas.bodies import Body, Name, Reason, Text
from duotone.server.tenancy import ID

__all__ = [
    "AgentBody",
    "CallBody",
    "ConversationBody",
    "ConversationSummary",
    "Forking",
    "MessageBody",
    "NewConversation",
    "NewMessage",
    "NewTurn",
    "Stopped",
    "Stopping",
    "UsageBody",
]


class NewConversation(Body):
    """A conversation that is to begin."""

    model_config = ConfigDict(
        extra="forbid", allow_inf_nan=False, json_schema_extra={"examples": [{"agent": "helper"}]}
    )

    agent: Name = Field(description="One of GET /api/agents.")
    id: str | None = Field(default=None, pattern=ID, description="Its name; one is made up if there is none.")


class NewMessage(Body):
    """Something that is said."""

    text: Text = Field(examples=["What is in the box?"])


class NewTurn(Body):
    """What the agent is to answer; without it, what was said and not answered, or the turn that stands still."""

    model_config = ConfigDict(
        extra="forbid", allow_inf_nan=False, json_schema_extra={"examples": [{"message": "What is in the box?"}]}
    )

    message: Text | None = None


class Stopping(Body):
    """Why a turn is to stand still."""

    reason: Reason = ""


class Stopped(BaseModel):
    """Whether there was a turn that could be told."""

    done: bool


class Forking(Body):
    """Up to which event another conversation has what was said in this one."""

    at: int | None = Field(default=None, ge=1, le=2**62)
    id: str | None = Field(default=None, pattern=ID)


class UsageBody(BaseModel):
    """What the replies have cost."""

    input_tokens: int
    output_tokens: int
    cost: float

    @classmethod
    def of(cls, usage: Usage) -> UsageBody:
        """Return a usage as it is sent."""
        return cls(input_tokens=usage.input_tokens, output_tokens=usage.output_tokens, cost=usage.cost)


class CallBody(BaseModel):
    """A call that the agent asks for."""

    id: str
    name: str
    arguments: JsonValue

    @classmethod
    def of(cls, call: ToolCall) -> CallBody:
        """Return a call as it is sent."""
        return cls.model_construct(id=call.id, name=call.name, arguments=call.arguments)


class MessageBody(BaseModel):
    """Something that was said."""

    role: Role
    text: str
    calls: list[CallBody] = []
    call: str | None = Field(default=None, description="The call that this is the result of.")
    name: str | None = None

    @classmethod
    def of(cls, message: Message) -> MessageBody:
        """Return a message as it is sent."""
        return cls.model_construct(
            role=message.role,
            text=message.text,
            calls=[CallBody.of(call) for call in message.calls],
            call=message.call,
            name=message.name,
        )


class ConversationSummary(BaseModel):
    """A conversation in a list."""

    id: str = Field(examples=["talk-7"])
    events: int = Field(description="How many events it has.")
    at: float = Field(description="When the last one happened, in seconds since the epoch.")


class ConversationBody(BaseModel):
    """A conversation: with whom, and where it stands."""

    id: str
    agent: str
    state: State
    run: str | None = Field(description="Its last turn.")
    reason: str = Field(description="Why the turn stands still.")
    asked: list[str] = Field(description="The calls that wait for a decision.")
    reasons: dict[str, str] = Field(description="Why each of these waits, as the policy says.")
    unanswered: bool = Field(description="Whether something was said or told that no reply has seen.")
    wakes: bool = Field(description="Whether the agent answers by itself what it is told after its turn.")
    spent: UsageBody
    seq: int = Field(description="The number of its last event.")


class AgentBody(BaseModel):
    """An agent that conversations can be held with."""

    name: str = Field(examples=["helper"])
    description: str
    tools: list[str]
