"""What an engine is handed: a run of a workflow, a turn or a saga, with all that it takes to begin or to go on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from duotone.runtime.drafts import run_resumed, run_undoing
from duotone.runtime.drivers.runs import Run
from duotone.runtime.drivers.transitions import RESUMABLE
from duotone.runtime.events import Draft, Event, Json
from duotone.runtime.log import RunRow
from duotone.runtime.outcomes import Status

if TYPE_CHECKING:
    from duotone.runtime.agents.setting import Setting
    from duotone.runtime.calling import Callees
    from duotone.runtime.delivery.channels import Channel
    from duotone.runtime.workflow import Definition

__all__ = ["BodyJob", "TurnJob", "WorkflowJob", "first_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkflowJob:
    """One drive of a workflow: of a run that begins with the drafts `first`, or of the one that stands in `row`."""

    run: str
    session: str
    definition: Definition
    inputs: Mapping[str, Json]
    callees: Callees
    units: Mapping[str, Callable[..., Any]]
    """The units of the runtime, and those of this run."""
    own_units: bool = False
    """Whether any of them were given for this run alone, so that no other process has them."""
    on_event: Callable[[Event], object] | None = None
    first: Sequence[Draft] = field(default_factory=tuple)
    row: RunRow | None = None
    limit: float | None = None
    """Seconds that a run has which is gone on with after it had ended."""
    undone_by: str | None = None
    """The run as a part of which this one is to be undone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnJob:
    """One drive of a turn: of one that has begun with the events `first`, or of the one that stands in `row`."""

    run: str
    setting: Setting
    channel: Channel | None = None
    """Where the turn is answered, as long as this process lives."""
    first: Sequence[Event] = field(default_factory=tuple)
    """What is in the log of it, where it has just begun."""
    row: RunRow | None = None

    @property
    def session(self) -> str:
        """The conversation."""
        return self.setting.session


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyJob:
    """One drive of a saga whose function was enlisted: of one that has just begun, or of the one in `row`."""

    run: str
    on_event: Callable[[Event], object] | None = None
    row: RunRow | None = None
    raised: list[Exception] = field(default_factory=list[Exception])
    """What the function has raised, where it ended in the process that asked for it."""

    @property
    def session(self) -> str:
        """That of the run alone."""
        return self.run if self.row is None else self.row.session


def first_of(run: Run, now: float, limit: float | None, undone_by: str | None) -> list[Draft]:
    """Return what is noted first of a run that is taken over: that it is undone as a part of another, or resumed."""
    if undone_by is not None:
        is_begun = run.status is Status.UNDOING
        return [] if is_begun else [run_undoing(run.id, f"{undone_by} is undone", undone_by)]
    return [run_resumed(run.id, None if limit is None else now + limit)] if run.status in RESUMABLE else []
