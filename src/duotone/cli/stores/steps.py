"""How far the steps of a run have come, told from its events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from duotone.cli.stores.shapes import Row, Rows

__all__ = ["steps_of"]


def steps_of(events: Iterable[Row]) -> Rows:
    """Return the steps in the order of their starts."""
    steps: dict[str, Row] = {}
    for event in events:
        kind, data = event["kind"], event["data"]
        if kind.partition(".")[0] not in {"step", "undo"} or "step" not in data:
            continue
        step = steps.setdefault(data["step"], {"step": data["step"], "state": "", "attempts": 0, "seconds": None})
        match kind:
            case "step.started":
                step |= {"state": "running", "attempts": data["attempt"]}
            case "step.ended":
                step |= {"state": data["outcome"], "seconds": data.get("seconds"), "error": _fault(data)}
            case "step.skipped":
                step |= {"state": "skipped", "error": data.get("reason")}
            case "step.decided":
                step |= {"state": data["decision"]}
            case "undo.ended":
                step |= {"undo": data["outcome"]}
            case _:
                pass
    return list(steps.values())


def _fault(data: Mapping[str, Any]) -> str | None:
    fault = data.get("fault")
    return f"{fault['type']}: {fault['message']}" if isinstance(fault, Mapping) else None
