"""Approvals as they are sent: actions of governed sessions, and calls of agents."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from duotone.server.schemas.bodies import Body, Reason

__all__ = ["ApprovalBody", "Decided", "Decision"]


class ApprovalBody(BaseModel):
    """Something that waits for a person."""

    session: str
    request: str = Field(description="Its id in the session.")
    kind: Literal["action", "call"] = Field(description="An action of a participant, or a call of an agent.")
    name: str = Field(examples=["delete_file"])
    participant: str
    arguments: JsonValue = None
    reason: str = Field(description="Why the policy asks.", examples=["it can't be taken back"])
    expires: float | None = Field(default=None, description="Seconds since the epoch.")


class Decision(Body):
    """What is decided, once."""

    model_config = ConfigDict(
        extra="forbid", allow_inf_nan=False, json_schema_extra={"examples": [{"decision": "approve"}]}
    )

    decision: Literal["approve", "reject"]
    reason: Reason = ""


class Decided(BaseModel):
    """What has become of it."""

    session: str
    request: str
    decision: Literal["approve", "reject"]
    by: str
    run: str | None = Field(default=None, description="The turn that goes on, if that is the last call it waited for.")
