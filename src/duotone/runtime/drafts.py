"""The events of a run as the shell writes them: one function for each, so that both faces write the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from duotone.runtime.binding import Bound
from duotone.runtime.commands import Call, Finish
from duotone.runtime.drivers.runs import Ending
from duotone.runtime.events import Draft, Event, Json, encoded
from duotone.runtime.keys import key_of
from duotone.runtime.outcomes import Attempt, Fault, Outcome, Status
from duotone.runtime.undo import nothing_to_undo
from duotone.runtime.whereabouts import Side, whereabouts

__all__ = [
    "call_ended",
    "call_started",
    "came_late",
    "outcome_unknown",
    "refused",
    "run_claimed",
    "run_ended",
    "run_resumed",
    "run_started",
    "run_undoing",
    "written",
]


def run_started(run: str, kind: str, name: str, owner: str, **details: Json) -> Draft:
    """Begin a run; `details` are its definition, spec, inputs, deadline and where it comes from."""
    data: dict[str, Json] = {"kind": kind, "name": name, "status": Status.RUNNING.value, "owner": owner, "fence": 1}
    data.update({key: value for key, value in details.items() if value is not None})
    return Draft("run.started", data, run)


def run_claimed(run: str, owner: str, fence: int, status: str) -> Draft:
    """Take a run over from whoever drove it before."""
    return Draft("run.claimed", {"owner": owner, "fence": fence, "status": status}, run)


def run_resumed(run: str, deadline: float | None = None, closes: float | None = None) -> Draft:
    """Let a run go on that had ended, or had waited, until its deadline, or until its session closes."""
    data: dict[str, Json] = {"status": Status.RUNNING.value}
    times = {"deadline": deadline, "closes": closes}
    return Draft("run.resumed", {**data, **{name: time for name, time in times.items() if time is not None}}, run)


def run_undoing(run: str, because: str, by: str) -> Draft:
    """Let a run be undone as a part of another one, whose run is `by`, however it has ended."""
    return Draft("run.undoing", {**Ending(Status.COMPENSATED, because).to_json(), "by": by}, run)


def run_ended(run: str, finish: Finish) -> Draft:
    """End a run."""
    fault = None if finish.fault is None else finish.fault.to_json()
    todo = list(finish.todo)
    return Draft(
        "run.ended", {"status": finish.status.value, "outputs": finish.outputs, "fault": fault, "todo": todo}, run
    )


def call_started(run: str, call: Call, bound: Bound, side: Side) -> Draft:
    """Say that a unit is about to be called, and all that is needed to undo it or call it again after a crash.

    `side` is the color of the run, which with that of the unit says where it runs.
    """
    if call.is_undo:
        return Draft("undo.started", {"step": call.step, "attempt": call.number}, run)
    unit, undo = bound.unit, bound.unit.undo
    has_undo = undo is not None and undo.function is not nothing_to_undo
    data: dict[str, Any] = {
        "step": call.step,
        "attempt": call.number,
        "unit": call.unit,
        "color": unit.color.value,
        "home": whereabouts(unit, call.timeout, side),
        "key": key_of(run, call.step),
        "idempotent": unit.idempotent,
        "effect": unit.needs_undo,
        "has_undo": has_undo,
        "undo": undo.name if undo is not None and has_undo else None,
    }
    data.update(bound.recorded())
    return Draft("step.started", data, run)


def call_ended(run: str, attempt: Attempt) -> Draft:
    """Say how an attempt has ended."""
    data: dict[str, Any] = {"step": attempt.step, "attempt": attempt.number, "outcome": attempt.outcome.value}
    if attempt.fault is not None:
        data["fault"] = attempt.fault.to_json()
    if attempt.is_undo:
        return Draft("undo.ended", data, run)
    if attempt.outcome is Outcome.OK:
        data["result"] = attempt.result
    data["seconds"] = attempt.seconds
    data["had_effect"] = attempt.had_effect
    return Draft("step.ended", data, run)


def came_late(run: str, attempt: Attempt) -> Draft:
    """Say what an attempt gave after it had been given up."""
    return Draft("undo.late" if attempt.is_undo else "step.late", call_ended(run, attempt).data, run)


def refused(run: str, call: Call, fault: Fault) -> Draft:
    """Say that a unit was not called, since the call itself would have been wrong."""
    attempt = Attempt(call.step, call.number, Outcome.REFUSED, fault=fault, is_undo=call.is_undo)
    return call_ended(run, attempt)


def outcome_unknown(run: str, started: Mapping[str, Any], *, is_undo: bool) -> Draft:
    """Say of a call that was started, and whose process has ended since, that nobody knows how it went."""
    attempt = Attempt(started["step"], started["attempt"], Outcome.UNKNOWN, is_undo=is_undo)
    return call_ended(run, attempt)


def written(drafts: Sequence[Draft], events: Sequence[Event]) -> Sequence[Event]:
    """Return the last of the events that are these drafts, one after the other; none if they were not written.

    Between them and what their writer knew before there may be events of others, and older ones of its own.
    """
    wanted = [(draft.kind, encoded(draft.data)) for draft in drafts]
    for first in range(len(events) - len(drafts), -1, -1):
        found = events[first : first + len(drafts)]
        if [(event.kind, encoded(event.data)) for event in found] == wanted:
            return found
    return ()
