"""Who is in a session, what they have asked for and what they are at, as it is sent."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from duotone.runtime.sessions.approvals import Approval, ApprovalState
from duotone.runtime.sessions.deeds import Deed
from duotone.runtime.sessions.participants import Participant
from duotone.runtime.sessions.rings import Elevation
from duotone.server.schemas.bodies import Body, Name, Reason, Seconds

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

    participant: Name
    trust: float | None = Field(default=None, ge=0, le=1, description="What they claim; the server may know better.")


class Lending(Body):
    """A better ring that is to be lent."""

    ring: RingNumber = Field(examples=[1])
    seconds: Seconds = Field(examples=[600])
    because: Reason = ""


class ElevationBody(BaseModel):
    """A better ring that is lent until a time."""

    ring: int
    until: float
    by: str

    @classmethod
    def of(cls, lent: Elevation) -> ElevationBody:
        """Return what is lent as it is sent."""
        return cls(ring=lent.ring, until=lent.until, by=lent.by)


class ParticipantBody(BaseModel):
    """Somebody in a session; a lower ring reaches further."""

    id: str
    trust: float
    ring: int = Field(description="Their own; what is lent is in `elevation`.")
    elevation: ElevationBody | None
    actions: int
    is_throttled: bool

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

    request: str
    action: str = Field(examples=["release"])
    participant: str
    state: ApprovalState
    reason: str = Field(description="Why the policy asks.", examples=["it can't be taken back"])
    expires: float = Field(description="Seconds since the epoch; from then on it is worth nothing.")

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

    action: str = Field(description="Its id.")
    name: str = Field(examples=["release"])
    participant: str

    @classmethod
    def of(cls, deed: Deed) -> DeedBody:
        """Return an action as it is sent."""
        return cls(action=deed.id, name=deed.action, participant=deed.participant)


class Joined(BaseModel):
    """The ring that somebody got."""

    participant: str
    ring: int
