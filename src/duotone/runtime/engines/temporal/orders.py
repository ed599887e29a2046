"""What goes over the wire between a runtime, the workflows of Temporal and its activities: plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from duotone.runtime.commands import Call
from duotone.runtime.engines.attempting import Claim, draft_from, draft_to_json
from duotone.runtime.engines.results import result_from, result_to_json
from duotone.runtime.events import Draft, Event, Json

__all__ = [
    "ATTEMPT",
    "BODY",
    "READ",
    "SAGA",
    "SETTLE",
    "TAKE_OVER",
    "TURN",
    "TURN_ATTEMPT",
    "WORKFLOW",
    "WRITE",
    "Order",
    "claim_from",
    "claim_to_json",
    "event_from",
    "event_to_json",
    "result_from",
    "result_to_json",
]

WORKFLOW = "duotone.workflow.1"
"""The type of our workflows at Temporal, with the version of what decides on them."""
TURN = "duotone.turn.1"
"""The same for turns of conversations."""
SAGA = "duotone.saga.1"
"""The same for sagas."""
ATTEMPT, TURN_ATTEMPT, BODY, SETTLE, WRITE, TAKE_OVER, READ = (
    f"duotone.{name}" for name in ("attempt", "turn_attempt", "body", "settle", "write", "take_over", "read")
)


@dataclass(slots=True)
class Order:
    """A run as its workflow at Temporal is given it."""

    run: str
    session: str
    owner: str
    sheet: Mapping[str, Json]
    """The contracts of what is called: those of a workflow's units, or of an agent and its tools."""
    first: list[dict[str, Json]] = field(default_factory=list[dict[str, Json]])
    """The drafts with which a run begins; none for one that is gone on with."""
    room: int | None = None
    limit: float | None = None
    undone_by: str | None = None
    queue: str | None = None
    """The queue of the process that began it, where only that one has its units."""
    heartbeat: float = 10.0
    fence: int = 0
    """The fence of the run where it goes on in another workflow, since the history of this one grew too long."""
    writes: int = 0
    asked: float = 0.0
    """When it was asked for, by the clock of the log: deadlines are meant by that, and Temporal may have another."""
    ahead: float | None = None
    """How far the clock of the log is ahead of that of Temporal, once that is known."""
    begun: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    """The events of a turn that has just begun."""

    def to_json(self) -> dict[str, Any]:
        """Return this as data."""
        return {name: getattr(self, name) for name in Order.__slots__}

    @property
    def drafts(self) -> list[Draft]:
        """The drafts with which it begins."""
        return [draft_from(one) for one in self.first]


def claim_to_json(claim: Claim) -> dict[str, Any]:
    """Return a claim as data; arguments that its start tells are not told twice, since they may be large."""
    plain = {name: getattr(claim, name) for name in ("run", "session", "fence", "is_first")}
    call = claim.call if claim.call.is_undo else replace(claim.call, arguments={})
    drafts = {"started": draft_to_json(claim.started), "before": [draft_to_json(one) for one in claim.before]}
    return {**plain, **drafts, "call": {name: getattr(call, name) for name in Call.__slots__}}


def claim_from(data: Mapping[str, Any]) -> Claim:
    """Return what `claim_to_json` has written."""
    call, started = Call(**data["call"]), draft_from(data["started"])
    told: Any = started.data.get("arguments")
    named: dict[str, Any] = {
        **data,
        "call": call if call.is_undo else replace(call, arguments=told),
        "started": started,
    }
    named["before"] = [draft_from(one) for one in data["before"]]
    return Claim(**named)


def event_to_json(event: Event) -> dict[str, Any]:
    """Return an event as data."""
    return {name: getattr(event, name) for name in Event.__slots__}


def event_from(data: Mapping[str, Any]) -> Event:
    """Return what `event_to_json` has written."""
    return Event(**data)
