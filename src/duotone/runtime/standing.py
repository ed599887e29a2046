"""How a run stands, told from its events alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from duotone.errors import RunFailed
from duotone.runtime.drivers.runs import fault_of
from duotone.runtime.events import Event
from duotone.runtime.outcomes import RunResult, Status

__all__ = ["checked", "result_of"]


def result_of(run: str, events: Sequence[Event]) -> RunResult:
    """Return what the last event about the run as a whole says."""
    for event in reversed(events):
        if event.kind.startswith("run.") and event.kind != "run.claimed":
            data: Any = event.data
            todo = tuple(data.get("todo") or ())
            fault, reason = fault_of(data.get("fault")), data.get("reason") or data.get("because") or ""
            return RunResult(run, Status(data["status"]), data.get("outputs"), fault, todo, reason)
    return RunResult(run, Status.RUNNING)


def checked(result: RunResult, *, had_effect: bool = False) -> RunResult:
    """Return how a run ended; raises `RunFailed` unless it is completed."""
    if result.status is Status.COMPLETED:
        return result
    reason = result.reason if result.fault is None else f"{result.fault.type}: {result.fault.message}"
    failed = RunFailed(result.run, result.status, reason, result.todo)
    failed.had_effect = had_effect
    raise failed
