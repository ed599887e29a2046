"""Governed sessions as they are sent."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from duotone.runtime import Consistency, Session, SessionConfig, SessionEntry, SessionState
from duotone.runtime.sessions.participants import Participant
from duotone.server.tenancy import ID, outside

__all__ = ["ConfigBody", "ElevationBody", "NewSession", "ParticipantBody", "SessionBody", "SessionSummary"]

Seconds = Annotated[float, Field(gt=0, le=1e9)]


class ConfigBody(BaseModel):
    """The limits of a session; each is enforced, and null is no limit."""

    model_config = ConfigDict(extra="forbid")

    max_participants: int | None = Field(default=10, ge=1, le=1_000_000)
    max_duration: Seconds | None = Field(default=3600.0, description="Seconds from its creation.")
    max_actions: int | None = Field(default=None, ge=1, le=1_000_000_000)
    min_trust: float = Field(default=0.0, ge=0, le=1)
    undo_window: float = Field(default=300.0, ge=0, le=1e9, description="Seconds for which an action can be undone.")
    approval_window: Seconds = Field(default=3600.0, description="Seconds for which an approval is worth something.")
    consistency: Consistency = Consistency.STRONG

    def to_config(self) -> SessionConfig:
        """Return these limits as the runtime takes them."""
        return SessionConfig(**self.model_dump())

    @classmethod
    def of(cls, config: SessionConfig) -> ConfigBody:
        """Return the limits of a session."""
        return cls(**{name: getattr(config, name) for name in cls.model_fields})


class NewSession(BaseModel):
    """A session that is to be created."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"id": "review-7", "config": {"max_participants": 3}}]}
    )

    id: str | None = Field(default=None, pattern=ID, description="Its name; one is made up if there is none.")
    config: ConfigBody = ConfigBody()


class ElevationBody(BaseModel):
    """A better ring that is lent until a time."""

    ring: int
    until: float
    by: str


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
        lent = one.elevation
        shown = None if lent is None else ElevationBody(ring=lent.ring, until=lent.until, by=lent.by)
        return cls(
            id=one.id,
            trust=one.trust,
            ring=one.own_ring,
            elevation=shown,
            actions=one.actions,
            is_throttled=one.is_throttled,
        )


class SessionSummary(BaseModel):
    """A session in a list."""

    id: str = Field(examples=["review-7"])
    state: SessionState

    @classmethod
    def of(cls, entry: SessionEntry) -> SessionSummary:
        """Return a session of a list as it is sent."""
        return cls(id=outside(entry.id), state=entry.state)


class SessionBody(SessionSummary):
    """A session with all that is in it."""

    creator: str
    created: float = Field(description="Seconds since the epoch.")
    because: str | None = Field(description="Why it ends or has ended.")
    root: str | None = Field(description="The hash that seals all its events, once it is archived.")
    seq: int = Field(description="The number of its last event.")
    actions: int
    going: list[str] = Field(description="The ids of actions that go on.")
    config: ConfigBody
    participants: list[ParticipantBody]

    @classmethod
    def about(cls, session: Session) -> SessionBody:
        """Return a session as it is sent."""
        return cls(
            id=outside(session.id),
            state=session.state,
            creator=session.creator,
            created=session.created,
            because=session.because,
            root=session.root,
            seq=session.seq,
            actions=session.actions,
            going=list(session.going),
            config=ConfigBody.of(session.config),
            participants=[ParticipantBody.of(one) for one in session.participants.values()],
        )
