"""Folders of the operator and the findings in them as they are sent."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from duotone.server.checking import Check

__all__ = ["CheckBody", "CheckSummary", "FindingBody", "FixBody", "PlaceBody", "ProofBody"]


class PlaceBody(BaseModel):
    """A part of a file; lines and columns count from 1."""

    path: str = Field(examples=["shop/jobs.py"])
    cell: int | None
    line: int
    column: int
    end_line: int
    end_column: int


class ProofBody(BaseModel):
    """A step of the way to a finding."""

    kind: str
    text: str
    place: PlaceBody | None


class FixBody(BaseModel):
    """What would mend it, and whether that can be done unseen."""

    title: str
    is_safe: bool


class FindingBody(BaseModel):
    """A place where sync and async don't match, and why that is so."""

    code: str = Field(examples=["DUO101"])
    name: str = Field(examples=["lost-coroutine"])
    message: str
    severity: str
    confidence: str
    place: PlaceBody
    symbol: str | None
    proof: list[ProofBody]
    fix: FixBody | None
    fingerprint: str


class CheckSummary(BaseModel):
    """A folder that the operator has named, and how its last check has ended."""

    id: str = Field(examples=["1"])
    folder: str = Field(examples=["shop"])
    state: Literal["never", "running", "done", "failed"]
    at: float | None = Field(description="When it ended, in seconds since the epoch.")
    seconds: float | None
    error: str
    count: int = Field(description="How many findings there are.")
    files: int

    @classmethod
    def of(cls, check: Check) -> CheckSummary:
        """Return a folder as it is sent."""
        return cls.model_validate(_summary(check))


class CheckBody(CheckSummary):
    """A folder with its findings, and the lines of source that they are about."""

    findings: list[FindingBody]
    sources: dict[str, dict[int, str]] = Field(description="Lines by file and number.")

    @classmethod
    def about(cls, check: Check) -> CheckBody:
        """Return all that a check has found; this takes its time, so never on a loop."""
        return cls.model_validate({**_summary(check), "findings": check.findings, "sources": check.sources})


def _summary(check: Check) -> dict[str, object]:
    return {name: getattr(check, name) for name in CheckSummary.model_fields}
