"""Replays: a run folded again from its log, without calling anything, and held against what its driver asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from duotone.runtime.drivers.replaying import Moment, ReplayedDriver, replay
from duotone.runtime.drivers.saga import SagaDriver
from duotone.runtime.events import Event
from duotone.runtime.log import RunRow
from duotone.runtime.outcomes import RunResult
from duotone.runtime.standing import result_of

__all__ = ["Replay", "replayed"]


@dataclass(frozen=True, slots=True)
class Replay:
    """The state of a run after each of its events, and what is wrong with any of them."""

    result: RunResult
    moments: Sequence[Moment]

    @property
    def problems(self) -> list[str]:
        """Why events should not be where they are; none if the log tells what its driver would do again."""
        return [moment.problem for moment in self.moments if moment.problem is not None]

    @property
    def is_faithful(self) -> bool:
        """Whether every event follows from those before it."""
        return not self.problems


def replayed(row: RunRow, events: Sequence[Event]) -> Replay:
    """Return the replay of a run."""
    moments = tuple(replay(_driver_of(row, events), events, is_open=row.kind != "workflow"))
    return Replay(result_of(row.run, events), moments)


def _driver_of(row: RunRow, events: Sequence[Event]) -> ReplayedDriver:
    if row.kind == "workflow":
        return _workflow_begun_by(events[0].data)
    if row.kind != "turn":
        return SagaDriver(is_open=True)
    from duotone.runtime.drivers.turn import turn_begun_by  # noqa: PLC0415  # as below

    return turn_begun_by(events[0].data)


def _workflow_begun_by(begun: Mapping[str, Any]) -> ReplayedDriver:
    # What reads workflows is loaded with the first of them, since a log may have none.
    from duotone.runtime import workflow as language  # noqa: PLC0415
    from duotone.runtime.calling import shape_of  # noqa: PLC0415
    from duotone.runtime.drivers.workflow import WorkflowDriver  # noqa: PLC0415

    return WorkflowDriver(shape_of(language.from_json(begun["spec"])), begun["inputs"], language)
