"""Approvals: asked for once, decided once by somebody else, worth one action, and gone when their time is over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from duotone.runtime.events import Json
from duotone.runtime.sessions.reading import number, optional_text, text

__all__ = ["Approval", "ApprovalState"]


class ApprovalState(StrEnum):
    """The states of an approval; one that was used or has expired is gone."""

    REQUESTED = "requested"
    APPROVED = "approved"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class Approval:
    """A question to a person, why it is asked, and the answer; `digest` names the action with its arguments."""

    request: str
    action: str
    participant: str
    digest: str
    expires: float
    state: ApprovalState = ApprovalState.REQUESTED
    by: str | None = None
    reason: str = ""
    """What the policy says of it; logs of earlier versions don't tell."""

    def to_json(self) -> Mapping[str, Json]:
        """Return this as data of an event or a part of a snapshot."""
        return {
            "request": self.request,
            "name": self.action,
            "participant": self.participant,
            "digest": self.digest,
            "expires": self.expires,
            "state": str(self.state),
            "by": self.by,
            "reason": self.reason,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Json]) -> Self:
        """Return what `to_json` has written."""
        return cls(
            text(data, "request"),
            text(data, "name"),
            text(data, "participant"),
            text(data, "digest"),
            number(data, "expires"),
            ApprovalState(text(data, "state")),
            optional_text(data, "by"),
            optional_text(data, "reason") or "",
        )
