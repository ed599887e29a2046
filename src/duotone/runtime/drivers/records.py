"""What a driver knows of one step: how it is meant to run, and how far it has come."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from duotone.errors import NeedsDecision
from duotone.runtime.drivers.retries import NO_RETRY, UNDO_RETRY, Retry
from duotone.runtime.drivers.transitions import Phase
from duotone.runtime.events import Json
from duotone.runtime.outcomes import Outcome

__all__ = ["Plan", "Step"]

_UNDOABLE = frozenset({Phase.UNDOING, Phase.UNDONE, Phase.UNDO_FAILED})


@dataclass(frozen=True, slots=True)
class Plan:
    """How a step is meant to run. What matters after a crash is in its events as well."""

    step: str
    unit: str
    arguments: Mapping[str, Json] = field(default_factory=dict[str, Json])
    retry: Retry = NO_RETRY
    timeout: float | None = None
    undo_retry: Retry = UNDO_RETRY
    undo_timeout: float | None = None

    def called_with(self, arguments: Mapping[str, Json]) -> Plan:
        """Return the same plan with these arguments."""
        return Plan(self.step, self.unit, arguments, self.retry, self.timeout, self.undo_retry, self.undo_timeout)


@dataclass(slots=True)
class Step:
    """How far a step has come. `doubts` are its attempts that took effect or may have: undo looks after those."""

    name: str
    phase: Phase = Phase.PENDING
    unit: str = ""
    key: str = ""
    undo: str | None = None
    has_undo: bool = False
    has_effect: bool = True
    is_idempotent: bool = False
    arguments: Json = None
    number: int = 0
    failures: int = 0
    outcome: Outcome | None = None
    result: Json = None
    fault: Mapping[str, Json] | None = None
    reason: str = ""
    at: float | None = None
    doubts: list[int] = field(default_factory=list[int])
    has_late_result: bool = False
    late_result: Json = None
    is_late_after_undo: bool = False
    undo_number: int = 0
    undo_failures: int = 0
    undo_outcome: Outcome | None = None
    undo_fault: Mapping[str, Json] | None = None
    undo_at: float | None = None
    undo_came_late: bool = False
    ended: int = 0
    """The place of its last end among all ends and starts of its run."""
    plan: Plan | None = None
    will_retry: bool = False

    @property
    def is_settled(self) -> bool:
        """Whether the run can go on from what it gave, well or not."""
        phase = self.phase
        return phase is Phase.COMMITTED or phase is Phase.SKIPPED or (phase is Phase.FAILED and not self.will_retry)

    @property
    def needs_undo(self) -> bool:
        """Whether a run that is undone may not leave it as it is."""
        return self.has_effect and bool(self.doubts)

    @property
    def undo_began(self) -> bool:
        """Whether its undo was called, however that ended."""
        return self.phase in _UNDOABLE

    @property
    def is_undone(self) -> bool:
        """Whether its undo has worked, be it after it had been given up."""
        return self.phase is Phase.UNDONE or (self.phase is Phase.UNDO_FAILED and self.undo_came_late)

    @property
    def question(self) -> str:
        """What a person must decide elsewhere before it can be called again, as its last attempt said."""
        fault = self.fault or {}
        return str(fault.get("message")) if fault.get("type") == NeedsDecision.__name__ else ""

    @property
    def result_for_undo(self) -> Json:
        """What its undo is given as its result: None if nobody knows it."""
        return self.result if self.phase is Phase.COMMITTED or self.result is not None else self.late_result

    def to_json(self) -> Mapping[str, Json]:
        """Return what differs from a step that is pending."""
        kept: dict[str, Any] = {"name": self.name}
        for name, plain in _PLAIN.items():
            value = getattr(self, name)
            if value != plain:
                kept[name] = list(value) if name == "doubts" else value
        return kept

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Step:
        """Return what `to_json` has written."""
        step = cls(**data)
        step.phase = Phase(step.phase)
        step.doubts = list(step.doubts)
        step.outcome = Outcome(step.outcome) if step.outcome else None
        step.undo_outcome = Outcome(step.undo_outcome) if step.undo_outcome else None
        return step


_PLAIN: Mapping[str, object] = {
    name: getattr(Step(""), name) for name in Step.__slots__ if name not in {"name", "plan"}
}
