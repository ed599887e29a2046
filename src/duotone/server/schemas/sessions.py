"""Governed sessions as they are sent."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from duotone.runtime import Consistency, KillReport, Ring, Session, SessionConfig, SessionEntry, SessionState
from duotone.runtime.sessions.audit import Audit
from duotone.server.schemas.bodies import Body, Name, Reason, Seconds
from duotone.server.schemas.fields import SessionId, Time
from duotone.server.schemas.participants import AskedBody, DeedBody, ParticipantBody
from duotone.server.tenancy import ID, outside

__all__ = [
    "AuditBody",
    "ConfigBody",
    "Ending",
    "KillBody",
    "Killing",
    "NewSession",
    "PolicyBody",
    "RateBody",
    "SessionBody",
    "SessionSummary",
]


class ConfigBody(Body):
    """The limits of a session; each is enforced, and null is no limit."""

    max_participants: int | None = Field(
        default=10, ge=1, le=1_000_000, description="How many may be in it at once.", examples=[10]
    )
    max_duration: Seconds | None = Field(default=3600.0, description="Seconds from its creation.", examples=[3600])
    max_actions: int | None = Field(
        default=None, ge=1, le=1_000_000_000, description="How many actions may be taken in all.", examples=[100]
    )
    min_trust: float = Field(default=0.0, ge=0, le=1, description="With less, nobody joins.", examples=[0.5])
    undo_window: float = Field(
        default=300.0, ge=0, le=1e9, description="Seconds for which an action can be undone.", examples=[300]
    )
    approval_window: Seconds = Field(
        default=3600.0, description="Seconds for which an approval is worth something.", examples=[3600]
    )
    consistency: Consistency = Field(
        default=Consistency.STRONG, description="Whether an action waits until the log has it."
    )

    def to_config(self) -> SessionConfig:
        """Return these limits as the runtime takes them."""
        return SessionConfig(**self.model_dump())

    @classmethod
    def of(cls, config: SessionConfig) -> ConfigBody:
        """Return the limits of a session."""
        return cls(**{name: getattr(config, name) for name in cls.model_fields})


class NewSession(Body):
    """A session that is to be created."""

    model_config = ConfigDict(
        extra="forbid",
        allow_inf_nan=False,
        json_schema_extra={"examples": [{"id": "review-7", "config": {"max_participants": 3}}]},
    )

    id: str | None = Field(
        default=None, pattern=ID, description="Its name; one is made up if there is none.", examples=["review-7"]
    )
    config: ConfigBody = Field(default=ConfigBody(), description="Its limits.")


class Ending(Body):
    """Why a session ends."""

    because: Reason = ""


class Killing(Body):
    """Whom to stop: one participant, or with none the whole session."""

    participant: Name | None = Field(
        default=None, description="The one to stop; without it, the whole session.", examples=["builder"]
    )
    reason: Reason = "asked for"


class SessionSummary(BaseModel):
    """A session in a list."""

    id: str = Field(description="The id of the session.", examples=["review-7"])
    state: SessionState = Field(description="How it stands.")

    @classmethod
    def of(cls, entry: SessionEntry) -> SessionSummary:
        """Return a session of a list as it is sent."""
        return cls(id=outside(entry.id), state=entry.state)


class SessionBody(SessionSummary):
    """A session with all that is in it."""

    creator: str = Field(description="Who has made it.", examples=["ann"])
    created: Time = Field(description="When, in seconds since the epoch.")
    because: str | None = Field(description="Why it ends or has ended.", examples=[None])
    root: str | None = Field(description="The hash that seals all its events, once it is archived.", examples=[None])
    seq: int = Field(description="The number of its last event.", examples=[9])
    actions: int = Field(description="How many actions were taken.", examples=[3])
    going: list[DeedBody] = Field(description="Actions that go on.")
    unknown: list[DeedBody] = Field(description="Actions of which nobody knows how they went: their process has ended.")
    config: ConfigBody = Field(description="Its limits.")
    participants: list[ParticipantBody] = Field(description="Who is in it.")
    approvals: list[AskedBody] = Field(description="What waits for a decision, and what was decided.")

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
            going=[DeedBody.of(deed) for deed in session.going.values()],
            unknown=[DeedBody.of(deed) for deed in session.unknown.values()],
            config=ConfigBody.of(session.config),
            participants=[ParticipantBody.of(one) for one in session.participants.values()],
            approvals=[AskedBody.of(one) for one in session.approvals.values()],
        )


class RateBody(BaseModel):
    """How many actions a ring may take."""

    ring: int = Field(description="The ring.", examples=[2])
    per_second: float = Field(description="Actions per second.", examples=[10])
    burst: float = Field(description="Actions at once after a rest.", examples=[20])


class PolicyBody(BaseModel):
    """What holds in a session: its limits, the rates of its rings, and the rules that are asked in their order."""

    config: ConfigBody = Field(description="Its limits.")
    rates: list[RateBody] = Field(description="How many actions each ring may take.")
    rules: list[str] = Field(description="The rules in words.", examples=[["Rule(verdict=deny, action='delete_*')"]])

    @classmethod
    def of(cls, config: SessionConfig, rules: list[str]) -> PolicyBody:
        """Return what holds, as it is sent."""
        rates = [
            RateBody(ring=Ring(ring), per_second=rate.per_second, burst=rate.burst)
            for ring, rate in config.rates.items()
        ]
        return cls(config=ConfigBody.of(config), rates=rates, rules=rules)


class AuditBody(BaseModel):
    """Whether all events of a session are those that were written, and whether a root seals them."""

    is_intact: bool = Field(description="Whether each event follows from the one before it.")
    is_sealed: bool = Field(description="Whether the session is archived, and its root seals just these events.")
    root: str | None = Field(description="The hash that seals the events.", examples=["9f86d081884c7d65"])
    problem: str | None = Field(description="The first event that does not follow, and why.", examples=[None])

    @classmethod
    def of(cls, audit: Audit) -> AuditBody:
        """Return an audit as it is sent."""
        return cls(is_intact=audit.problem is None, is_sealed=audit.holds, root=audit.root, problem=audit.problem)


class KillBody(BaseModel):
    """What was really stopped."""

    session: SessionId
    participant: str | None = Field(
        description="The one who was stopped; none for the whole session.", examples=["builder"]
    )
    by: str = Field(description="Who has asked for it.", examples=["ann"])
    reason: str = Field(description="Why.", examples=["asked for"])
    stopped: list[str] = Field(
        description="Actions that have ended, and that nobody goes on with.", examples=[["8c1f0e"]]
    )
    handed_over: dict[str, str] = Field(description="Who goes on with which action.", examples=[{}])
    abandoned: list[str] = Field(description="What could not be stopped, and may still take effect.", examples=[[]])
    failures: list[str] = Field(description="Errors of callbacks, which change nothing.", examples=[[]])
    runs: dict[str, str] = Field(
        description="How each run stands that had not ended.", examples=[{"order-3f2a": "compensated"}]
    )

    @classmethod
    def of(cls, report: KillReport) -> KillBody:
        """Return a report as it is sent."""
        return cls(
            session=outside(report.session),
            participant=report.participant,
            by=report.by,
            reason=report.reason,
            stopped=list(report.stopped),
            handed_over=dict(report.handed_over),
            abandoned=list(report.abandoned),
            failures=list(report.failures),
            runs={outside(run): standing for run, standing in report.runs.items()},
        )
