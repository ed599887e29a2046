"""Branching: what a run takes over from an older one, up to the step from which it goes its own way."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from duotone.errors import NoSuchStep
from duotone.runtime.events import Draft, Event
from duotone.runtime.outcomes import Outcome

if TYPE_CHECKING:
    from duotone.runtime.workflow import Definition

__all__ = ["copies", "is_before", "is_upstream"]


def copies(events: Sequence[Event], run: str, is_kept: Callable[[str], bool]) -> list[Draft]:
    """Return what the steps gave that are kept, as events of another run.

    Their effects belong to the older run, so the other one has nothing to undo for them.
    """
    started: dict[str, Mapping[str, Any]] = {}
    drafts: list[Draft] = []
    for event in events:
        data: Mapping[str, Any] = {key: value for key, value in event.data.items() if key != "once"}  # of the older run
        step = data.get("step")
        if step is None or not is_kept(step):
            continue
        if event.kind == "step.started":
            started[step] = data
        elif event.kind == "step.skipped":
            drafts.append(Draft(event.kind, data, run))
        elif step in started and _is_commit(event):
            drafts += _committed(started.pop(step), data, run)
    return drafts


def _is_commit(event: Event) -> bool:
    if event.kind == "step.ended":
        return event.data["outcome"] == Outcome.OK
    return event.kind == "step.decided" and event.data["decision"] == "committed"


def _committed(started: Mapping[str, Any], ended: Mapping[str, Any], run: str) -> list[Draft]:
    begun = {**started, "attempt": 1, "effect": False, "has_undo": False, "undo": None}
    end = {"step": started["step"], "attempt": 1, "outcome": Outcome.OK.value, "result": ended.get("result")}
    return [Draft("step.started", begun, run), Draft("step.ended", {**end, "seconds": 0.0, "had_effect": False}, run)]


def is_before(events: Sequence[Event], step: str) -> Callable[[str], bool]:
    """Return what tells the steps of a saga that were started before `step`, or before a group; raises `NoSuchStep`."""
    names = [str(event.data["step"]) for event in events if event.kind == "step.started"]
    place = next((place for place, name in enumerate(names) if name == step or name.startswith(f"{step}/")), None)
    if place is None:
        raise NoSuchStep(step, f"run {events[0].run!r}", list(dict.fromkeys(names)))
    return set(names[:place]).__contains__


def is_upstream(definition: Definition, step: str) -> Callable[[str], bool]:
    """Return what tells the steps of a workflow that don't depend on `step`; raises `NoSuchStep`."""
    later = {definition.step(step).id}
    for name in definition.order:
        if later.intersection(definition.step(name).needs):
            later.add(name)
    return lambda name: name.partition("[")[0] not in later
