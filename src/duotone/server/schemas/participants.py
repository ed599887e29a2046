"""Who is in a session, what they have asked for and what they are at, as it is sent."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from duotone.runtime.sessions.approvals import Approval, ApprovalState
from duotone.runtime.sessions.deeds import Deed
from duotone.runtime.sessions.participants import Participant
from duotone.runtime.sessions.rings import Elevation
from duotone.server.schemas.bodies import Body, Name, Reason, Seconds
from duotone.server.schemas.fields import ActionName, ParticipantName, RequestId, Time, Why

__all__ = [
    "AskedBody",
    "DeedBody",
    "ElevationBody",
    "Joined",
    "Lending",
    "NewParticipant",
    "ParticipantBody",
    "RingNumber",
]

RingNumber = Annotated[int, Field(ge=0, le=3, description="0 reaches furthest, 3 is the sandbox.")]


class NewParticipant(Body):
    """Somebody who joins."""

    participant: Name = Field(description="Who it is.")
    trust: float | None = Field(
        default=None, ge=0, le=1, description="What they claim; the server may know better.", examples=[0.8]
    )


class Lending(Body):
    """A better ring that is to be lent."""

    ring: RingNumber = Field(examples=[1])
    seconds: Seconds = Field(description="For how long.", examples=[600])
    because: Reason = ""


class ElevationBody(BaseModel):
    """A better ring that is lent until a time."""

    ring: int = Field(description="The ring that is lent.", examples=[1])
    until: Time = Field(description="Until when, in seconds since the epoch.")
    by: str = Field(description="Who lends it.", examples=["ann"])

    @classmethod
    def of(cls, lent: Elevation) -> ElevationBody:
        """Return what is lent as it is sent."""
        return cls(ring=lent.ring, until=lent.until, by=lent.by)


class ParticipantBody(BaseModel):
    """Somebody in a session; a lower ring reaches further."""

    id: ParticipantName = Field(description="Who it is.")
    trust: float = Field(description="How far they are trusted, from 0 to 1.", examples=[0.8])
    ring: int = Field(description="Their own; what is lent is in `elevation`.", examples=[2])
    elevation: ElevationBody | None = Field(description="A better ring that is lent.")
    actions: int = Field(description="How many actions they have taken.", examples=[3])
    is_throttled: bool = Field(description="Whether they are over their rate.")

    @classmethod
    def of(cls, one: Participant) -> ParticipantBody:
        """Return a participant as it is sent."""
        return cls(
            id=one.id,
            trust=one.trust,
            ring=one.own_ring,
            elevation=None if one.elevation is None else ElevationBody.of(one.elevation),
            actions=one.actions,
            is_throttled=one.is_throttled,
        )


class AskedBody(BaseModel):
    """Something that a participant has asked for, and what was decided."""

    request: RequestId
    action: ActionName
    participant: ParticipantName = Field(description="Who wants it.")
    state: ApprovalState = Field(description="What was decided.")
    reason: Why
    expires: Time = Field(description="Seconds since the epoch; from then on it is worth nothing.")

    @classmethod
    def of(cls, one: Approval) -> AskedBody:
        """Return an approval as it is sent."""
        return cls(
            request=one.request,
            action=one.action,
            participant=one.participant,
            state=one.state,
            reason=one.reason,
            expires=one.expires,
        )


class DeedBody(BaseModel):
    """An action that goes on."""

    action: str = Field(description="Its id.", examples=["8c1f0e"])
    name: ActionName
    participant: ParticipantName = Field(description="Who takes it.")

    @classmethod
    def of(cls, deed: Deed) -> DeedBody:
        """Return an action as it is sent."""
        return cls(action=deed.id, name=deed.action, participant=deed.participant)


class Joined(BaseModel):
    """The ring that somebody got."""

    participant: ParticipantName = Field(description="Who has joined, or whose ring it is.")
    ring: int = Field(description="The ring that they have.", examples=[2])
