"""How a run stands once nothing is left to do but to wait: told by its shell, and as data that engines keep."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from duotone.runtime._async.shell import AsyncShell
from duotone.runtime.drivers.runs import fault_of
from duotone.runtime.outcomes import RunResult, Status

__all__ = ["result_from", "result_to_json", "standing_of"]


def standing_of(shell: AsyncShell) -> RunResult:
    """Return how a run stands that is not driven on."""
    if shell.finish is None:
        return RunResult(shell.run, Status.WAITING, reason=shell.waiting or "")
    finish = shell.finish
    return RunResult(shell.run, finish.status, finish.outputs, finish.fault, tuple(finish.todo))


def result_to_json(result: RunResult) -> dict[str, Any]:
    """Return how a run stands as data."""
    fault = None if result.fault is None else result.fault.to_json()
    plain = {name: getattr(result, name) for name in ("run", "outputs", "reason")}
    return {**plain, "status": result.status.value, "fault": fault, "todo": list(result.todo)}


def result_from(data: Mapping[str, Any]) -> RunResult:
    """Return what `result_to_json` has written."""
    said: dict[str, Any] = {
        "status": Status(data["status"]),
        "fault": fault_of(data["fault"]),
        "todo": tuple(data["todo"]),
    }
    return RunResult(**{**data, **said})
