"""Conversations as they are sent."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from duotone.runtime import Message, Role, State, ToolCall, Usage
from duotone.server.schemas.bodies import Body, Name, Reason, Text
from duotone.server.schemas.fields import AgentName, CallId, Time, ToolName
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
    id: str | None = Field(
        default=None, pattern=ID, description="Its name; one is made up if there is none.", examples=["talk-7"]
    )


class NewMessage(Body):
    """Something that is said."""

    text: Text = Field(description="What is said.", examples=["What is in the box?"])


class NewTurn(Body):
    """What the agent is to answer; without it, what was said and not answered, or the turn that stands still."""

    model_config = ConfigDict(
        extra="forbid", allow_inf_nan=False, json_schema_extra={"examples": [{"message": "What is in the box?"}]}
    )

    message: Text | None = Field(default=None, description="What is said.", examples=["What is in the box?"])


class Stopping(Body):
    """Why a turn is to stand still."""

    reason: Reason = ""


class Stopped(BaseModel):
    """Whether there was a turn that could be told."""

    done: bool = Field(description="Whether a turn was told.")


class Forking(Body):
    """Up to which event another conversation has what was said in this one."""

    at: int | None = Field(
        default=None,
        ge=1,
        le=2**62,
        description="The number of the last event that it has; all if there is none.",
        examples=[12],
    )
    id: str | None = Field(
        default=None,
        pattern=ID,
        description="The name of the other one; one is made up if there is none.",
        examples=["talk-8"],
    )


class UsageBody(BaseModel):
    """What the replies have cost."""

    input_tokens: int = Field(description="Tokens that the model has read.", examples=[812])
    output_tokens: int = Field(description="Tokens that it has written.", examples=[64])
    cost: float = Field(description="What they have cost, as the agent says.", examples=[0.0031])

    @classmethod
    def of(cls, usage: Usage) -> UsageBody:
        """Return a usage as it is sent."""
        return cls(input_tokens=usage.input_tokens, output_tokens=usage.output_tokens, cost=usage.cost)


class CallBody(BaseModel):
    """A call that the agent asks for."""

    id: CallId
    name: ToolName
    arguments: JsonValue = Field(description="What it is called with.", examples=[{"path": "notes.txt"}])

    @classmethod
    def of(cls, call: ToolCall) -> CallBody:
        """Return a call as it is sent."""
        return cls.model_construct(id=call.id, name=call.name, arguments=call.arguments)


class MessageBody(BaseModel):
    """Something that was said."""

    role: Role = Field(description="Who has said it.")
    text: str = Field(description="What was said.", examples=["What is in the box?"])
    calls: list[CallBody] = Field(default=[], description="The calls that the agent asks for.")
    call: str | None = Field(default=None, description="The call that this is the result of.", examples=["c1"])
    name: str | None = Field(default=None, description="The tool that was called.", examples=["read_file"])

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

    id: str = Field(description="The id of the conversation.", examples=["talk-7"])
    events: int = Field(description="How many events it has.", examples=[14])
    at: Time = Field(description="When the last one happened, in seconds since the epoch.")


class ConversationBody(BaseModel):
    """A conversation: with whom, and where it stands."""

    id: str = Field(description="The id of the conversation, which is that of its session.", examples=["talk-7"])
    agent: AgentName
    state: State = Field(description="Where it stands.")
    run: str | None = Field(description="Its last turn.", examples=["turn-3f2a"])
    reason: str = Field(description="Why the turn stands still.", examples=[""])
    asked: list[str] = Field(description="The calls that wait for a decision.", examples=[["c1"]])
    reasons: dict[str, str] = Field(
        description="Why each of these waits, as the policy says.",
        examples=[{"c1": "refund is irreversible, so a person decides"}],
    )
    unanswered: bool = Field(description="Whether something was said or told that no reply has seen.")
    wakes: bool = Field(description="Whether the agent answers by itself what it is told after its turn.")
    spent: UsageBody = Field(description="What all replies have cost.")
    seq: int = Field(description="The number of its last event.", examples=[14])


class AgentBody(BaseModel):
    """An agent that conversations can be held with."""

    name: AgentName
    description: str = Field(description="What it is for.", examples=["Answers questions about orders."])
    tools: list[str] = Field(description="What it may call.", examples=[["read_file"]])
