"""Runs as they are sent: workflows, sagas and turns of conversations."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field, JsonValue

from duotone.runtime import Fault, Moment, Replay, RunResult, RunRow, Status
from duotone.server.schemas.bodies import Body, Inputs, Name, Reason, Value
from duotone.server.tenancy import outside, outside_run

__all__ = ["Branching", "Cancelling", "Deciding", "FaultBody", "MomentBody", "ReplayBody", "RunBody", "RunSummary"]


class FaultBody(BaseModel):
    """What went wrong."""

    type: str = Field(examples=["TimeoutError"])
    message: str
    is_retryable: bool

    @classmethod
    def of(cls, fault: Fault | None) -> FaultBody | None:
        """Return a fault as it is sent."""
        if fault is None:
            return None
        return cls(type=fault.type, message=fault.message, is_retryable=fault.is_retryable)


class RunSummary(BaseModel):
    """A run in a list."""

    id: str = Field(examples=["order-3f2a"])
    session: str
    kind: str = Field(examples=["workflow"])
    name: str = Field(examples=["order"])
    status: Status

    @classmethod
    def of(cls, row: RunRow) -> RunSummary:
        """Return a run of a list as it is sent."""
        return cls(
            id=outside_run(row.run),
            session=outside(row.session),
            kind=row.kind,
            name=row.name,
            status=Status(row.status),
        )


class RunBody(RunSummary):
    """A run: how it stands, what it gave, why it did not, and what is left for a person to do."""

    outputs: JsonValue = None
    fault: FaultBody | None = None
    todo: list[str] = []
    reason: str = Field(default="", description="What it waits for, or why it ended.")

    @classmethod
    def about(cls, row: RunRow, result: RunResult) -> RunBody:
        """Return a run as it is sent."""
        summary: dict[str, Any] = {**RunSummary.of(row).model_dump(), "status": result.status}
        return cls.model_construct(
            **summary,
            outputs=result.outputs,
            fault=FaultBody.of(result.fault),
            todo=list(result.todo),
            reason=result.reason,
        )


class Cancelling(Body):
    """Why a run is to end."""

    reason: Reason = "asked for"


class Branching(Body):
    """From which step on another run goes its own way, and with which inputs."""

    step: Name
    inputs: Inputs = Field(default_factory=dict[str, JsonValue])


class Deciding(Body):
    """What became of a step whose outcome is unknown."""

    step: Name
    decision: Literal["committed", "failed", "retry"]
    result: Value = None


class MomentBody(BaseModel):
    """The state after one event; `problem` says why the event should not be there."""

    event: int
    kind: str
    status: Status | None
    step: str | None
    phase: str | None
    problem: str | None

    @classmethod
    def of(cls, moment: Moment) -> MomentBody:
        """Return a moment as it is sent."""
        return cls(
            event=moment.event.id,
            kind=moment.event.kind,
            status=moment.status,
            step=moment.step,
            phase=None if moment.phase is None else str(moment.phase),
            problem=moment.problem,
        )


class ReplayBody(BaseModel):
    """A run folded again from its log, without calling anything."""

    run: str
    status: Status
    is_faithful: bool = Field(description="Whether every event follows from those before it.")
    problems: list[str]
    count: int = Field(description="How many events it has; `moments` are a part of their states.")
    moments: list[MomentBody]

    @classmethod
    def of(cls, run: str, replay: Replay, after: int, limit: int) -> ReplayBody:
        """Return a part of a replay as it is sent."""
        return cls(
            run=run,
            status=replay.result.status,
            is_faithful=replay.is_faithful,
            problems=replay.problems,
            count=len(replay.moments),
            moments=[MomentBody.of(moment) for moment in replay.moments[after : after + limit]],
        )
