"""Folders of the operator and the findings in them as they are sent."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from duotone.server.checking import Check
from duotone.server.schemas.fields import TIME

__all__ = ["CheckBody", "CheckSummary", "FindingBody", "FixBody", "PlaceBody", "ProofBody"]


class PlaceBody(BaseModel):
    """A part of a file; lines and columns count from 1."""

    path: str = Field(description="The file, from the folder.", examples=["shop/jobs.py"])
    cell: int | None = Field(description="The cell of a notebook.", examples=[None])
    line: int = Field(description="The line that it begins in.", examples=[12])
    column: int = Field(description="The column that it begins at.", examples=[9])
    end_line: int = Field(description="The line that it ends in.", examples=[12])
    end_column: int = Field(description="The column that it ends before.", examples=[20])


class ProofBody(BaseModel):
    """A step of the way to a finding."""

    kind: str = Field(description="What this step shows.", examples=["definition"])
    text: str = Field(description="The step in words.", examples=["save is async, as it is defined here"])
    place: PlaceBody | None = Field(description="Where that is seen.")


class FixBody(BaseModel):
    """What would mend it, and whether that can be done unseen."""

    title: str = Field(description="What would be changed.", examples=["await the call"])
    is_safe: bool = Field(description="Whether it changes nothing else.")


class FindingBody(BaseModel):
    """A place where sync and async don't match, and why that is so."""

    code: str = Field(description="The code of the rule.", examples=["DUO101"])
    name: str = Field(description="The name of the rule.", examples=["lost-coroutine"])
    message: str = Field(description="What is wrong.", examples=["save() is never awaited, so it never runs"])
    severity: str = Field(description="How bad it is when it happens.", examples=["error"])
    confidence: str = Field(description="How sure that is.", examples=["certain"])
    place: PlaceBody = Field(description="Where it is.")
    symbol: str | None = Field(description="The function around it.", examples=["close_shop"])
    proof: list[ProofBody] = Field(description="Why that is so, step by step.")
    fix: FixBody | None = Field(description="What would mend it.")
    fingerprint: str = Field(description="What stays the same while lines move.", examples=["5f3d1c0a9b7e4d21"])


class CheckSummary(BaseModel):
    """A folder that the operator has named, and how its last check has ended."""

    id: str = Field(description="The id of the folder.", examples=["1"])
    folder: str = Field(description="Its name.", examples=["shop"])
    state: Literal["never", "running", "done", "failed"] = Field(description="How the last check stands.")
    at: float | None = Field(description="When it ended, in seconds since the epoch.", examples=[TIME])
    seconds: float | None = Field(description="How long it took.", examples=[1.4])
    error: str = Field(description="Why it failed.", examples=[""])
    count: int = Field(description="How many findings there are.", examples=[3])
    files: int = Field(description="How many files were read.", examples=[42])

    @classmethod
    def of(cls, check: Check) -> CheckSummary:
        """Return a folder as it is sent."""
        return cls.model_validate(_summary(check))


class CheckBody(CheckSummary):
    """A folder with its findings, and the lines of source that they are about."""

    findings: list[FindingBody] = Field(description="What was found, 2000 at most.")
    sources: dict[str, dict[int, str]] = Field(
        description="Lines by file and number.", examples=[{"shop/jobs.py": {"12": "        save(order)"}}]
    )

    @classmethod
    def about(cls, check: Check) -> CheckBody:
        """Return all that a check has found; this takes its time, so never on a loop."""
        return cls.model_validate({**_summary(check), "findings": check.findings, "sources": check.sources})


def _summary(check: Check) -> dict[str, object]:
    return {name: getattr(check, name) for name in CheckSummary.model_fields}
