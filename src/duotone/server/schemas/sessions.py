"""Governed sessions as they are sent."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from duotone.runtime import Consistency, KillReport, Ring, Session, SessionConfig, SessionEntry, SessionState
from duotone.runtime.sessions.audit import Audit
from duotone.server.schemas.bodies import Body, Name, Reason, Seconds
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


class NewSession(Body):
    """A session that is to be created."""

    model_config = ConfigDict(
        extra="forbid",
        allow_inf_nan=False,
        json_schema_extra={"examples": [{"id": "review-7", "config": {"max_participants": 3}}]},
    )

    id: str | None = Field(default=None, pattern=ID, description="Its name; one is made up if there is none.")
    config: ConfigBody = ConfigBody()


class Ending(Body):
    """Why a session ends."""

    because: Reason = ""


class Killing(Body):
    """Whom to stop: one participant, or with none the whole session."""

    participant: Name | None = None
    reason: Reason = "asked for"


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
    going: list[DeedBody] = Field(description="Actions that go on.")
    config: ConfigBody
    participants: list[ParticipantBody]
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
            config=ConfigBody.of(session.config),
            participants=[ParticipantBody.of(one) for one in session.participants.values()],
            approvals=[AskedBody.of(one) for one in session.approvals.values()],
        )


class RateBody(BaseModel):
    """How many actions a ring may take."""

    ring: int
    per_second: float
    burst: float


class PolicyBody(BaseModel):
    """What holds in a session: its limits, the rates of its rings, and the rules that are asked in their order."""

    config: ConfigBody
    rates: list[RateBody]
    rules: list[str] = Field(examples=[["Rule(verdict=deny, action='delete_*')"]])

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
    root: str | None
    problem: str | None

    @classmethod
    def of(cls, audit: Audit) -> AuditBody:
        """Return an audit as it is sent."""
        return cls(is_intact=audit.problem is None, is_sealed=audit.holds, root=audit.root, problem=audit.problem)


class KillBody(BaseModel):
    """What was really stopped."""

    session: str
    participant: str | None
    by: str
    reason: str
    stopped: list[str]
    handed_over: dict[str, str]
    abandoned: list[str] = Field(description="What could not be stopped, and may still take effect.")
    failures: list[str]
    runs: dict[str, str] = Field(description="How each run stands that had not ended.")

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
