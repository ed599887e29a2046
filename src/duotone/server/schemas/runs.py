"""Runs as they are sent: workflows, sagas and turns of conversations."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field, JsonValue

from duotone.runtime import Fault, Moment, Replay, RunResult, RunRow, Status
from duotone.server.schemas.bodies import Body, Inputs, Name, Reason, Value
from duotone.server.schemas.fields import RunId, SessionId
from duotone.server.tenancy import outside, outside_run

__all__ = ["Branching", "Cancelling", "Deciding", "FaultBody", "MomentBody", "ReplayBody", "RunBody", "RunSummary"]


class FaultBody(BaseModel):
    """What went wrong."""

    type: str = Field(description="The class of the error.", examples=["TimeoutError"])
    message: str = Field(description="What it says.", examples=["no answer within 5 s"])
    is_retryable: bool = Field(description="Whether another attempt could go well.")

    @classmethod
    def of(cls, fault: Fault | None) -> FaultBody | None:
        """Return a fault as it is sent."""
        if fault is None:
            return None
        return cls(type=fault.type, message=fault.message, is_retryable=fault.is_retryable)


class RunSummary(BaseModel):
    """A run in a list."""

    id: RunId
    session: SessionId
    kind: str = Field(description="A workflow, a saga or a turn.", examples=["workflow"])
    name: str = Field(description="The workflow, the saga or the agent.", examples=["order"])
    status: Status = Field(description="How it stands.")

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

    outputs: JsonValue = Field(default=None, description="What it gave.", examples=[{"total": 42}])
    fault: FaultBody | None = Field(default=None, description="What went wrong.")
    todo: list[str] = Field(default=[], description="What is left for a person to do.", examples=[[]])
    reason: str = Field(default="", description="What it waits for, or why it ended.", examples=[""])

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

    step: Name = Field(description="The first step that is done anew.", examples=["charge"])
    inputs: Inputs = Field(
        default_factory=dict[str, JsonValue], description="Inputs that differ, by name.", examples=[{"amount": 7}]
    )


class Deciding(Body):
    """What became of a step whose outcome is unknown."""

    step: Name = Field(description="The step whose outcome is unknown.", examples=["charge"])
    decision: Literal["committed", "failed", "retry"] = Field(
        description="What became of it, or that it is to be tried again."
    )
    result: Value = Field(default=None, description="What it gave, if it is committed.", examples=["receipt-7"])


class MomentBody(BaseModel):
    """The state after one event; `problem` says why the event should not be there."""

    event: int = Field(description="The id of the event.", examples=[4711])
    kind: str = Field(description="What happened.", examples=["step.ended"])
    status: Status | None = Field(description="How the run stood then.")
    step: str | None = Field(description="The step that it is about.", examples=["charge"])
    phase: str | None = Field(description="How far that step had come.", examples=["committed"])
    problem: str | None = Field(description="Why the event should not be there.", examples=[None])

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

    run: RunId
    status: Status = Field(description="How the run stands.")
    is_faithful: bool = Field(description="Whether every event follows from those before it.")
    problems: list[str] = Field(description="What does not follow.", examples=[[]])
    count: int = Field(description="How many events it has; `moments` are a part of their states.", examples=[14])
    moments: list[MomentBody] = Field(description="The state after each event.")

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
