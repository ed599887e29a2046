"""Tools, processes, promises and figures as they are sent."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field, JsonValue

from duotone.runtime import ProcessInfo, ProcessState, Tool
from duotone.runtime.delivery.standing import Incident, PromiseStatus, Standing
from duotone.runtime.log import PromiseRow
from duotone.runtime.processes.records import Output
from duotone.server.schemas.bodies import Body, Reason, Seconds
from duotone.server.schemas.fields import TIME, ProcessId, PromiseId, SessionId, Time, ToolName
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

    name: ToolName
    agent: str | None = Field(description="The agent that has it; none for what workflows call.", examples=["helper"])
    description: str = Field(description="What it does.", examples=["Read a file."])
    risk: str | None = Field(description="What it can do; none for what workflows call.", examples=["read"])
    parameters: dict[str, JsonValue] = Field(
        default={}, description="The JSON schema of its arguments.", examples=[{"type": "object"}]
    )

    @classmethod
    def of(cls, tool: Tool, agent: str) -> ToolBody:
        """Return a tool as it is sent."""
        spec = tool.spec()
        return cls.model_construct(
            name=tool.name, agent=agent, description=spec.description, risk=str(tool.risk), parameters=spec.schema
        )


class NewProcess(Body):
    """A command that is to run in the background, as the operator's policy allows it."""

    command: str | list[str] = Field(
        description="What to run: a line for a shell, or a program with its arguments.",
        examples=[["make", "docs"]],
        min_length=1,
        max_length=1000,
    )
    session: str | None = Field(
        default=None,
        pattern=ID,
        description="The session that it belongs to; one of its own if there is none.",
        examples=["review-7"],
    )
    cwd: str | None = Field(
        default=None,
        max_length=4096,
        description="The directory to run in, inside of the one that the operator has named.",
        examples=["docs"],
    )
    timeout: Seconds | None = Field(default=None, description="Seconds after which it is ended.", examples=[600])


class Stop(Body):
    """How a process is to end."""

    at_once: bool = Field(default=False, description="Without asking it first.")


class Input(Body):
    """What a process is to read."""

    text: str = Field(max_length=1_000_000, description="What is written to its standard input.", examples=["yes\n"])
    close: bool = Field(default=False, description="Let it see the end of its input.")


class ProcessBody(BaseModel):
    """A background process."""

    id: ProcessId
    session: SessionId
    command: str = Field(description="What it runs.", examples=["make docs"])
    state: ProcessState = Field(description="How it stands.")
    pid: int | None = Field(description="Its number on the machine.", examples=[4242])
    cwd: str = Field(description="The directory that it runs in.", examples=["/srv/shop"])
    started: float | None = Field(description="When it began, in seconds since the epoch.", examples=[TIME])
    ended: float | None = Field(description="When it ended, in seconds since the epoch.", examples=[None])
    code: int | None = Field(description="The exit code; negative for the signal that ended it.", examples=[0])
    reason: str | None = Field(description="Why it was ended, if somebody did.", examples=[None])
    note: str | None = Field(
        description="Why nobody will be told of its end, where somebody has asked for that.", examples=[None]
    )

    @classmethod
    def of(cls, info: ProcessInfo) -> ProcessBody:
        """Return a process as it is sent."""
        kept: dict[str, Any] = {name: getattr(info, name) for name in cls.model_fields}
        kept["session"] = outside(info.session)
        return cls(**kept)


class OutputBody(BaseModel):
    """A part of what a process has printed, from byte `start` to byte `end` of `total`."""

    text: str = Field(description="What was printed, errors included.", examples=["42 pages\n"])
    start: int = Field(description="The first byte of this part.", examples=[0])
    end: int = Field(description="The byte after this part; ask for what follows with `after`.", examples=[9])
    total: int = Field(description="How many bytes were printed.", examples=[9])
    missing: int = Field(
        description="Bytes between what was asked for and `start` that are no longer kept.", examples=[0]
    )

    @classmethod
    def of(cls, output: Output) -> OutputBody:
        """Return a part of an output as it is sent."""
        return cls(**{name: getattr(output, name) for name in cls.model_fields})


class PromiseSummary(BaseModel):
    """A promise to deliver something once a turn has ended."""

    id: PromiseId
    session: SessionId
    run: str | None = Field(description="The turn in which it was made.", examples=["turn-3f2a"])
    status: PromiseStatus = Field(description="What has become of it.")

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

    kind: str = Field(description="What has happened.", examples=["failed"])
    reason: str = Field(description="Why.", examples=["the channel is closed"])
    at: Time

    @classmethod
    def of(cls, incident: Incident) -> IncidentBody:
        """Return an incident as it is sent."""
        return cls(kind=incident.kind, reason=incident.reason, at=incident.at)


class PromiseBody(PromiseSummary):
    """A promise, and what has become of it."""

    channel: str = Field(description="Where it is delivered.", examples=["stream"])
    kind: str = Field(description="What it tells.", examples=["process.ended"])
    about: str = Field(description="What it is of.", examples=["process-5d1c0a9b7e4d"])
    expires: Time = Field(description="From when on it is worth nothing, in seconds since the epoch.")
    tries: int = Field(description="How often it was tried to deliver it.", examples=[1])
    error: str = Field(description="Why the last try failed.", examples=[""])
    due: Time = Field(description="When it may be tried next, in seconds since the epoch.")
    data: JsonValue = Field(description="What is delivered, once it is known.", examples=[{"code": 0}])
    incidents: list[IncidentBody] = Field(description="What was in the way.")

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

    done: bool = Field(description="Whether it will not be delivered.")


class KeepingBody(BaseModel):
    """How the server looks after limits by itself."""

    looks: int = Field(description="How often it has looked at everything.", examples=[720])
    seconds: float = Field(description="How long the last look took.", examples=[0.004])
    failures: dict[str, int] = Field(
        description="How often it could not look after something.",
        examples=[{"sessions": 0, "promises": 0}],
    )


class Statistics(BaseModel):
    """How much there is of everything that the caller can see."""

    sessions: int = Field(
        description="How many sessions the log has: governed ones, and one of each conversation and run.", examples=[12]
    )
    events: int = Field(description="How many events they have.", examples=[4711])
    runs: dict[str, int] = Field(description="By status.", examples=[{"completed": 12, "running": 1}])
    promises: dict[str, int] = Field(description="By status.", examples=[{"delivered": 3}])
    processes: dict[str, int] = Field(description="By state.", examples=[{"ended": 3}])
    going: int = Field(description="What the server itself is at.", examples=[1])
    keeping: KeepingBody = Field(description="How it looks after limits.")
