"""Approvals as they are sent: actions of governed sessions, and calls of agents."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from duotone.server.schemas.bodies import Body, Reason
from duotone.server.schemas.fields import TIME, ParticipantName, RequestId, SessionId, Why

__all__ = ["ApprovalBody", "Decided", "Decision"]


class ApprovalBody(BaseModel):
    """Something that waits for a person."""

    session: SessionId
    request: RequestId
    kind: Literal["action", "call"] = Field(description="An action of a participant, or a call of an agent.")
    name: str = Field(description="The action or the tool.", examples=["delete_file"])
    participant: ParticipantName = Field(description="Who wants it.")
    arguments: JsonValue = Field(
        default=None, description="What a tool is to be called with.", examples=[{"path": "notes.txt"}]
    )
    reason: Why
    expires: float | None = Field(
        default=None, description="From when on it is worth nothing, in seconds since the epoch.", examples=[TIME]
    )


class Decision(Body):
    """What is decided, once."""

    model_config = ConfigDict(
        extra="forbid", allow_inf_nan=False, json_schema_extra={"examples": [{"decision": "approve"}]}
    )

    decision: Literal["approve", "reject"] = Field(description="Whether it may be done.")
    reason: Reason = Field(default="", description="Why a call is rejected, as the agent is told.")


class Decided(BaseModel):
    """What has become of it."""

    session: SessionId
    request: RequestId
    decision: Literal["approve", "reject"] = Field(description="What was decided.")
    by: str = Field(description="Who has decided: the name of a token.", examples=["ann"])
    run: str | None = Field(
        default=None,
        description="The turn that goes on, if that is the last call it waited for.",
        examples=["turn-3f2a"],
    )
