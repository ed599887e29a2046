"""Tools, processes, promises and figures as they are sent."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field, JsonValue

from duotone.runtime import ProcessInfo, ProcessState, Tool
from duotone.runtime.delivery.standing import Incident, PromiseStatus, Standing
from duotone.runtime.log import PromiseRow
from duotone.runtime.processes.records import Output
from duotone.server.schemas.bodies import Body, Reason, Seconds
from duotone.server.tenancy import ID, outside, outside_run

__all__ = [
    "IncidentBody",
    "Input",
    "KeepingBody",
    "NewProcess",
    "OutputBody",
    "ProcessBody",
    "PromiseBody",
    "PromiseSummary",
    "Statistics",
    "Stop",
    "ToolBody",
    "Withdrawal",
    "Withdrawn",
]


class ToolBody(BaseModel):
    """Something that can be called: by an agent, or by the steps of workflows."""

    name: str = Field(examples=["read_file"])
    agent: str | None = Field(description="The agent that has it; none for what workflows call.")
    description: str
    risk: str | None
    parameters: dict[str, JsonValue] = Field(default={}, description="The JSON schema of its arguments.")

    @classmethod
    def of(cls, tool: Tool, agent: str) -> ToolBody:
        """Return a tool as it is sent."""
        spec = tool.spec()
        return cls.model_construct(
            name=tool.name, agent=agent, description=spec.description, risk=str(tool.risk), parameters=spec.schema
        )


class NewProcess(Body):
    """A command that is to run in the background, as the operator's policy allows it."""

    command: str | list[str] = Field(examples=[["make", "docs"]], min_length=1, max_length=1000)
    session: str | None = Field(default=None, pattern=ID)
    cwd: str | None = Field(default=None, max_length=4096)
    timeout: Seconds | None = None


class Stop(Body):
    """How a process is to end."""

    at_once: bool = Field(default=False, description="Without asking it first.")


class Input(Body):
    """What a process is to read."""

    text: str = Field(max_length=1_000_000, examples=["yes\n"])
    close: bool = Field(default=False, description="Let it see the end of its input.")


class ProcessBody(BaseModel):
    """A background process."""

    id: str
    session: str
    command: str
    state: ProcessState
    pid: int | None
    cwd: str = Field(description="The directory that it runs in.")
    started: float | None
    ended: float | None
    code: int | None = Field(description="The exit code; negative for the signal that ended it.")
    reason: str | None
    note: str | None = Field(description="Why nobody will be told of its end, where somebody has asked for that.")

    @classmethod
    def of(cls, info: ProcessInfo) -> ProcessBody:
        """Return a process as it is sent."""
        kept: dict[str, Any] = {name: getattr(info, name) for name in cls.model_fields}
        kept["session"] = outside(info.session)
        return cls(**kept)


class OutputBody(BaseModel):
    """A part of what a process has printed, from byte `start` to byte `end` of `total`."""

    text: str
    start: int
    end: int
    total: int
    missing: int

    @classmethod
    def of(cls, output: Output) -> OutputBody:
        """Return a part of an output as it is sent."""
        return cls(**{name: getattr(output, name) for name in cls.model_fields})


class PromiseSummary(BaseModel):
    """A promise to deliver something once a turn has ended."""

    id: str
    session: str
    run: str | None
    status: PromiseStatus

    @classmethod
    def of(cls, row: PromiseRow) -> PromiseSummary:
        """Return a promise of a list as it is sent."""
        return cls(
            id=row.promise,
            session=outside(row.session),
            run=None if row.run is None else outside_run(row.run),
            status=PromiseStatus(row.status),
        )


class IncidentBody(BaseModel):
    """Why a promise could not be kept, or not for a while."""

    kind: str
    reason: str
    at: float

    @classmethod
    def of(cls, incident: Incident) -> IncidentBody:
        """Return an incident as it is sent."""
        return cls(kind=incident.kind, reason=incident.reason, at=incident.at)


class PromiseBody(PromiseSummary):
    """A promise, and what has become of it."""

    channel: str
    kind: str
    about: str
    expires: float
    tries: int
    error: str
    due: float
    data: JsonValue
    incidents: list[IncidentBody]

    @classmethod
    def about_standing(cls, row: PromiseRow, standing: Standing) -> PromiseBody:
        """Return a promise as it is sent."""
        promise = standing.promise
        return cls.model_construct(
            **PromiseSummary.of(row).model_dump(),
            channel=promise.channel,
            kind=promise.kind,
            about=promise.about,
            expires=promise.expires,
            tries=standing.tries,
            error=standing.error,
            due=standing.due,
            data=standing.data,
            incidents=[IncidentBody.of(one) for one in standing.incidents],
        )


class Withdrawal(Body):
    """Why nobody needs it any more."""

    reason: Reason = "asked for"


class Withdrawn(BaseModel):
    """Whether it was withdrawn before it was delivered."""

    done: bool


class KeepingBody(BaseModel):
    """How the server looks after limits by itself."""

    looks: int = Field(description="How often it has looked at everything.")
    seconds: float = Field(description="How long the last look took.")
    failures: dict[str, int] = Field(
        description="How often it could not look after something.",
        examples=[{"sessions": 0, "promises": 0}],
    )


class Statistics(BaseModel):
    """How much there is of everything that the caller can see."""

    sessions: int
    events: int
    runs: dict[str, int] = Field(description="By status.", examples=[{"completed": 12, "running": 1}])
    promises: dict[str, int] = Field(description="By status.")
    processes: dict[str, int] = Field(description="By state.")
    going: int = Field(description="What the server itself is at.")
    keeping: KeepingBody
