"""Claims: one attempt as an engine asks for it, and the keys that tell it from all others of the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from duotone.runtime.commands import Call
from duotone.runtime.drafts import outcome_unknown
from duotone.runtime.events import Draft, Event

__all__ = ["Claim", "has_ended", "open_within", "within"]


@dataclass(frozen=True, slots=True)
class Claim:
    """One attempt as it is asked for: what is called, under which fence, and what is to be written with its start."""

    run: str
    session: str
    fence: int
    call: Call
    started: Draft
    before: Sequence[Draft] = field(default_factory=tuple)
    """What has happened since the last write."""
    is_first: bool = False
    """Whether the run begins with what is written here."""

    @property
    def key(self) -> str:
        """What tells this attempt from all others of the log."""
        suffix = "/undo" if self.call.is_undo else ""
        return f"{self.run}/{self.call.step}/{self.fence}.{self.call.number}{suffix}"

    def key_within(self, data: Mapping[str, Any]) -> str:
        """Return what tells a call apart that is made inside of this attempt, from what its start or end says."""
        return f"{self.key}+{data['step']}.{data['attempt']}"

    def call_within(self, data: Mapping[str, Any]) -> Call:
        """Return the call inside of this attempt that a start tells of."""
        return Call(data["step"], data["attempt"], data["unit"])


def has_ended(events: Sequence[Event], claim: Claim) -> bool:
    """Tell whether events say how an attempt has ended."""
    wanted = claim.call.step, claim.call.number
    return any(one.kind == "step.ended" and (one.data["step"], one.data["attempt"]) == wanted for one in events)


def within(events: Sequence[Event], claim: Claim) -> list[Event]:
    """Return the events of calls that were made inside of an attempt."""
    steps: set[object] = set()
    found: list[Event] = []
    own = claim.call.step, claim.call.number
    for event in events:
        if event.kind == "step.started" and (event.data["step"], event.data["attempt"]) == own:
            steps, found = set(), []  # what was there before belongs to earlier attempts
        if event.kind == "step.started" and event.data.get("within") == claim.call.step:
            steps.add(event.data["step"])
        if event.kind in {"step.started", "step.ended"} and event.data["step"] in steps:
            found.append(event)
    return found


def open_within(events: Sequence[Event], claim: Claim) -> list[Draft]:
    """Return an end for each call inside of an attempt that was begun and has none: nobody knows how it went."""
    begun: dict[tuple[object, object], Event] = {}
    for event in within(events, claim):
        call = event.data["step"], event.data["attempt"]
        if event.kind == "step.started":
            begun[call] = event
        else:
            begun.pop(call, None)
    return [outcome_unknown(claim.run, event.data, is_undo=False) for event in begun.values()]
